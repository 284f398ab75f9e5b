"""The index reader's small twin, which names nothing: of many ways to lay a mark it says where the reader sees an index best.
  glyph_scout.py train DECKS WORK HH:MM [FROM.pt]  learns from the shipped glyph.onnx on the patches kept in WORK/feed; writes WORK/scout.pt
  glyph_scout.py export DECKS WORK OUT             writes OUT/scout.onnx and scout.toml
"""
import os
import sys

import onnxruntime
import torch
from torch import nn
from torch.nn import functional as F

import glyph_feed
import glyph_report
import glyph_train
from glyph_net import RANK, SUIT, block
from glyph_patches import PH, PW

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')


class Scout(nn.Module):
    """About 80 thousand parameters, 2.6 million multiplications a patch, a seventh of the reader's."""

    def __init__(self, c=(12, 24, 32, 48, 48), squeeze=16, hidden=64):
        super().__init__()
        self.body = nn.Sequential(block(3, c[0], 2, 5), block(c[0], c[1], 2), block(c[1], c[2]), block(c[2], c[3], 2), block(c[3], c[4]),
                                  block(c[4], squeeze, k=1))
        self.hidden = nn.Sequential(nn.Linear(squeeze * 30, hidden), nn.ReLU(inplace=True))
        self.out = nn.Linear(hidden, RANK + SUIT + 1)

    def forward(self, x):
        return self.out(self.hidden(self.body(x).flatten(1)))


class Lesson:
    """What the reader says of the very patches that the twin sees: quality everywhere, ranks and suits where it sees an index."""

    def __init__(self):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.reader = onnxruntime.InferenceSession(f'{MODELS}/glyph.onnx', options, providers=['CPUExecutionProvider'])

    def roll(self, rng, x, y):
        x = glyph_train.shake(rng, x, y)
        self.told = torch.from_numpy(self.reader.run(['output'], {'input': x.contiguous().numpy()})[0])
        return x

    def loss(self, out, _):
        def kl(part):
            return F.kl_div(F.log_softmax(out[:, part], 1), F.log_softmax(self.told[:, part], 1), reduction='none', log_target=True).sum(1)
        quality = torch.sigmoid(self.told[:, 23])
        names = kl(slice(0, RANK)) + kl(slice(RANK, RANK + SUIT))
        return ((.1 + quality) * names).mean() + F.binary_cross_entropy_with_logits(out[:, 23], quality)


def train(decks, work, clock, start=None, top='3e-3'):
    torch.set_num_threads(1)
    torch.manual_seed(3)
    ring = glyph_feed.Ring(work + '/feed', 160000, (PH, PW, 3), 4)
    x, y = glyph_train.held_out_set(decks, work)
    net, lesson = Scout(), Lesson()
    glyph_train.begin(net, start, ring)
    glyph_train.fit(net, ring, lesson.loss, lambda m: 'held %.4f %.4f %.4f' % glyph_train.judge(m, x[::4], y[::4]), work + '/scout.pt', clock, float(top), 96, lesson.roll)


def ship(decks, work, out):
    net = Scout()
    net.load_state_dict(torch.load(work + '/scout.pt'))
    net.eval()
    right = glyph_train.judge(net, *glyph_train.held_out_set(decks, work))
    glyph_report.write(out, 'scout', net, (3, PH, PW), 'input = [1, 3, 48, 40]\noutput = "18 rank, 5 suit, 1 quality logits"\n'
                       '\n[held_out_accuracy] # strange decks, patches of 9 px and more\nrank = %.4f\nsuit = %.4f\nquality = %.4f\n' % right)


if __name__ == '__main__':
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    {'train': train, 'export': ship}[sys.argv[1]](*sys.argv[2:])
