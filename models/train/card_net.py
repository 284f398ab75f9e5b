"""96x56 RGB window of a rectified card, normalised -> 55 logits: the second sign W."""
from torch import nn

from glyph_net import block

CLASSES = 55


class Card(nn.Module):
    """About 230 thousand parameters, 15 million multiplications a card."""

    def __init__(self, c=(20, 32, 48, 64, 80, 80), squeeze=28, hidden=128):
        super().__init__()
        self.body = nn.Sequential(block(3, c[0], 2, 5), block(c[0], c[1], 2), block(c[1], c[2]), block(c[2], c[3], 2),
                                  block(c[3], c[4]), block(c[4], c[5], 2), block(c[5], squeeze, k=1))
        self.hidden = nn.Sequential(nn.Linear(squeeze * 24, hidden), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(.1)
        self.out = nn.Linear(hidden, CLASSES)

    def forward(self, x):
        return self.out(self.drop(self.hidden(self.body(x).flatten(1))))
