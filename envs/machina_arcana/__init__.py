"""Machina Arcana: explorers, a queue of monsters, chapters of a story on four shifting map tiles."""
