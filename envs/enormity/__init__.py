"""Enormity: one to four Spacers explore a hostile installation together and try to leave it alive."""
