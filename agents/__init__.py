"""Players of the games: random, scripted and learned ones, the matches between them, and their statistics."""
