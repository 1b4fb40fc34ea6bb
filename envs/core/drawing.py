"""What the pictures of all games draw alike. Only the renderers import this module, for Pillow is needed for it."""

from __future__ import annotations

from PIL import ImageDraw, ImageFont

__all__ = ["Box", "Drawing", "Font", "Rgb"]

Rgb = tuple[int, int, int]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""
Font = ImageFont.ImageFont | ImageFont.FreeTypeFont


class Drawing:
    """Base of the pictures of positions.

    Args:
        canvas: where to draw.
        size: width and height of the picture in pixels.

    Attributes:
        small: the font of the texts beside the board.
        line: height of a line of them in pixels.
    """

    def __init__(self, canvas: ImageDraw.ImageDraw, size: int):
        self.canvas, self.size = canvas, size
        self.small = ImageFont.load_default(max(7, round(size * 0.0165)))
        self.line = size * 0.0205

    def mark(self, box: Box, mark: str, colour: Rgb, font: Font) -> None:
        """Letters in the middle of a box."""
        at = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        self.canvas.text(at, mark, font=font, fill=colour, anchor="mm")

    def write(self, x: float, y: float, string: str, colour: Rgb, room: float) -> None:
        """A line of text, cut to the room that it has."""
        if self.canvas.textlength(string, font=self.small) > room:
            while string and self.canvas.textlength(string + "...", font=self.small) > room:
                string = string[:-1]
            string = string.rstrip() + "..."
        self.canvas.text((x, y), string, font=self.small, fill=colour)
