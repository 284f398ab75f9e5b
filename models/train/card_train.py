"""Deck pictures -> models/card.onnx. Uses:
  card_train.py make  DECKS WORK SEED          the generator (one process, run beside)
  card_train.py train DECKS WORK HH:MM [FROM [LR]]  trains till then; writes WORK/card.pt
"""
import os
import sys

import numpy as np
import torch
from torch.nn import functional as F

import card_faces
import glyph_art as art
import glyph_feed
import glyph_train
from card_net import CLASSES, Card
from card_views import VH, VW, Views
from glyph_patches import Patches


def views(decks, work, held_out=False):
    names = art.HELD_OUT if held_out else [d for d in art.deck_names(decks) if d not in art.HELD_OUT]
    faces = card_faces.load(f'{work}/faces_{"held" if held_out else "train"}.pkl', decks, names)
    return Views(card_faces.Faces(faces, Patches(glyph_train.stock(decks, work))))


def held_out_set(decks, work, n=2400):
    """The fixed validation set: faces and backs of the held-out decks alone, same camera; made once."""
    path = f'{work}/held_card.npz'
    if not os.path.exists(path):
        v = views(decks, work, True)
        v.face = lambda rng: v.f.deck(rng) if rng.random() < .93 else v.f.backs[int(rng.random() * len(v.f.backs))]
        rng = np.random.default_rng(98)
        rows = [v.sample(rng) for _ in range(n)]
        np.savez(path, x=np.stack([r[0] for r in rows]), y=np.array([r[1:] for r in rows], np.float32))
    d = np.load(path)
    return d['x'], d['y']


def targets(cls):
    """Class numbers -> distributions; a court of unknown figure is spread over its suit's J, Q and K."""
    t = torch.zeros(len(cls), CLASSES)
    plain = cls < CLASSES
    i = torch.arange(len(cls))
    t[i[plain], cls[plain]] = 1
    for k in range(3):
        t[i[~plain], (cls[~plain] - card_faces.COURT) * 13 + 10 + k] = 1 / 3
    return t


def loss_of(out, y):
    return -(targets(y[:, 0].long()) * F.log_softmax(out, 1)).sum(1).mean()


def judge(net, x, y):
    """On the held-out decks: right faces of numbers, right courts, wrong names above 0.9, all of wholly seen cards >= 50 px."""
    p = F.softmax(glyph_train.predict(net, x), 1)
    y = torch.from_numpy(y)
    c, face = y[:, 0].long(), (y[:, 0] < 52) & (y[:, 1] < .1) & (y[:, 2] > 50)
    court = face & (c % 13 >= 10)
    conf, got = p.max(1)
    ok = got == c
    wrong = (~ok & (got < 52) & (conf > .9)).float().mean()
    return ok[face & ~court].float().mean().item(), ok[court].float().mean().item(), wrong.item()


def train(decks, work, clock, start=None, top='2e-3'):
    torch.set_num_threads(1)
    torch.manual_seed(2)
    ring = glyph_feed.Ring(work + '/feed_card', 90000, (VH, VW, 3), 3)
    hx, hy = held_out_set(decks, work)
    net = Card()
    glyph_train.begin(net, start, ring)
    glyph_train.fit(net, ring, loss_of, lambda m: 'held %.4f %.4f wrong %.4f' % judge(m, hx[::4], hy[::4]), work + '/card.pt', clock,
                    float(top), 48, glyph_train.shake)


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    if sys.argv[1] == 'make':
        glyph_feed.produce(views(*sys.argv[2:4]).sample, sys.argv[3] + '/feed_card', int(sys.argv[4]), per_shard=256)
    elif sys.argv[1] == 'train':
        train(*sys.argv[2:])
