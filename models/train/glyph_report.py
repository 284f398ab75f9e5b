"""Trained weights -> models/{glyph,card}.onnx and their model cards: glyph_report.py glyph|card DECKS WORK MODELS
Two exported index readers as one that averages their logits: glyph_report.py pair DECKS WORK MODELS A.onnx B.onnx

The card of a model (toml) holds its digest, sizes, the temperature of each head (fitted on the held-out decks), accuracy by
size, and a reliability table: of the names given with a confidence in each band, how many were right.
"""
import hashlib
import os
import sys

import numpy as np
import torch
from torch.nn import functional as F

import card_train
import glyph_art as art
import glyph_train
import shipped
from card_net import Card
from glyph_net import Glyph, Pair, export, normalise

BANDS = [0.0, .5, .7, .8, .9, .95, .98, .99, .995, .999, 1.0001]


def temperature(logits, target):
    """The divisor of the logits with the least loss, searched on a fine scale."""
    ts = np.exp(np.linspace(np.log(.5), np.log(3), 61))
    return float(ts[int(np.argmin([F.cross_entropy(logits / t, target).item() for t in ts]))])


def temperature2(logit, target):
    ts = np.exp(np.linspace(np.log(.5), np.log(3), 61))
    return float(ts[int(np.argmin([F.binary_cross_entropy_with_logits(logit / t, target).item() for t in ts]))])


def reliability(conf, right):
    """Rows (from, to, count, mean confidence, share right)."""
    rows = []
    for a, b in zip(BANDS, BANDS[1:]):
        m = (conf >= a) & (conf < b)
        if m.any():
            rows.append((a, min(b, 1.0), int(m.sum()), float(conf[m].mean()), float(right[m].float().mean())))
    return rows


def write(models, name, net, shape, text):
    path = f'{models}/{name}.onnx'
    diff = export(net, path, shape)
    data = open(path, 'rb').read()
    head = (f'# Model card of {name}.onnx, written by train/glyph_report.py\nname = "{name}"\nfile = "{name}.onnx"\n'
            f'sha256 = "{hashlib.sha256(data).hexdigest()}"\nbytes = {len(data)}\nparameters = {sum(p.numel() for p in net.parameters())}\n'
            f'onnx_against_torch = {diff:.1e}\nlicence = "trained only on free fonts and decks (MIT, CC0, GPL, LGPL, OFL); weights as the project"\n')
    with open(f'{models}/{name}.toml', 'w') as f:
        f.write(head + text)
    print(path, len(data), 'difference', diff)


def table(rows):
    return 'reliability = [ # confidence from, to, names, mean confidence, share right (held-out decks, after the temperatures)\n' + ''.join(
        f'  [{a:.3f}, {b:.3f}, {n}, {c:.4f}, {r:.4f}],\n' for a, b, n, c, r in rows) + ']\n'


def pair(decks, work, models, a, b):
    """Two exported readers as one."""
    x = normalise(torch.from_numpy(glyph_train.held_out_set(decks, work)[0][:2048]))
    both = [Glyph(), Glyph()]
    for net, path in zip(both, (a, b)):
        shipped.take_over(net, path, x)
    glyph(decks, work, models, Pair(*both))


def glyph(decks, work, models, net=None):
    if net is None:
        net = Glyph()
        net.load_state_dict(torch.load(work + '/glyph.pt'))
    net.eval()
    x, y = glyph_train.held_out_set(decks, work)
    out, y = glyph_train.predict(net, x), torch.from_numpy(y)
    p = y[:, 2] > .5
    tr, ts = temperature(out[p, :18], y[p, 0].long()), temperature(out[p, 18:23], y[p, 1].long())
    tq = temperature2(out[:, 23], y[:, 2])
    pr, ps, q = F.softmax(out[:, :18] / tr, 1), F.softmax(out[:, 18:23] / ts, 1), torch.sigmoid(out[:, 23] / tq)
    conf = pr.max(1)[0] * ps.max(1)[0] * q
    right = p & (pr.argmax(1) == y[:, 0]) & (ps.argmax(1) == y[:, 1])
    text = f'input = [1, 3, 48, 40]\noutput = "18 rank, 5 suit, 1 quality logits"\nhidden = {net.out.in_features} # values of the second output, the layer before\nranks = {art.RANKS}\nsuits = {art.SUITS}\n'.replace("'", '"')
    text += f'held_out = {art.HELD_OUT}\n'.replace("'", '"')
    text += f'\n[temperature]\nrank = {tr:.3f}\nsuit = {ts:.3f}\nquality = {tq:.3f}\n\n[held_out_accuracy] # strange decks, index height in px: rank, suit, both, named above 0.9, wrong above 0.9\n'
    for a, b in ((5, 8), (8, 11), (11, 16), (16, 24), (24, 61)):
        m = p & (y[:, 3] >= a) & (y[:, 3] < b)
        r, s = pr.argmax(1) == y[:, 0], ps.argmax(1) == y[:, 1]
        text += f'px_{a}_{b - (b == 61)} = [{r[m].float().mean():.4f}, {s[m].float().mean():.4f}, {right[m].float().mean():.4f}, {(conf[m] > .9).float().mean():.4f}, {((conf > .9) & ~right)[m].float().mean():.4f}]\n'
    n = ~p
    text += f'negatives = {int(n.sum())}\nnegatives_named_above_0_9 = {int((conf[n] > .9).sum())}\n\n[calibration]\n' + table(reliability(conf, right))
    write(models, 'glyph', net, (3, 48, 40), text)
    print(text)


def card(decks, work, models):
    net = Card()
    net.load_state_dict(torch.load(work + '/card.pt'))
    net.eval()
    x, y = card_train.held_out_set(decks, work)
    out, y = glyph_train.predict(net, x), torch.from_numpy(y)
    c = y[:, 0].long()
    t = max(.75, temperature(out[c < 55], c[c < 55]))
    p = F.softmax(out / t, 1)
    conf, got = p[:, :52].max(1)
    right = got == c
    text = 'input = [1, 3, 96, 56]\nwindow = [0.17, 0.03, 0.83, 0.97] # left, top, right, bottom of the rectified card\noutput = "52 faces (suit C D H S major, rank A 2..10 J Q K minor), back, other printed card, not a card"\nhidden = 128 # values of the second output, the layer before\n'
    text += f'held_out = {art.HELD_OUT}\n\n[temperature]\nface = {t:.3f}\n\n'.replace("'", '"')
    text += '[held_out_accuracy] # strange decks: right of all, named above 0.9, wrong above 0.9\n'
    court = (c < 52) & (c % 13 >= 10)
    for name, m in (('numbers_in_full', (c < 52) & ~court & (y[:, 1] < .1)), ('courts_in_full', court & (y[:, 1] < .1)),
                    ('numbers_part_covered', (c < 52) & ~court & (y[:, 1] >= .1)), ('courts_part_covered', court & (y[:, 1] >= .1)), ('no_face', c >= 52)):
        text += f'{name} = [{(p.argmax(1) == c)[m].float().mean():.4f}, {(conf[m] > .9).float().mean():.4f}, {((conf > .9) & ~right)[m].float().mean():.4f}]\n'
    text += '\n[calibration]\n' + table(reliability(conf, right))
    write(models, 'card', net, (3, 96, 56), text)
    print(text)


if __name__ == '__main__':
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    torch.set_num_threads(1)
    os.makedirs(sys.argv[4], exist_ok=True)
    {'glyph': glyph, 'card': card, 'pair': pair}[sys.argv[1]](*sys.argv[2:])
