"""Labelled photographs, the detector and the readers -> how many cards are named rightly and wrongly, set by set:
glyph_eval.py SHARED MODELS [--sets a,b] [--stride N] [--draw FILE] [--thr T]. Reads each index alone (no deck, no pairing)."""
import argparse
import collections
import json

import cv2
import numpy as np

import eval_detect
from glyph_art import RANKS, SUITS, montage
from glyph_photos import load, softmax

GERMAN = {'D': 'Q', 'B': 'J', 'V': 'J', 'R': 'K'}


def patch(img, v):
    """The 48x40 patch of one detection (x, y, up x, up y, height, ...)."""
    x, y, ux, uy, h = v[:5]
    k = 29 / h
    m = np.float32([[-uy * k, ux * k, 0], [-ux * k, -uy * k, 0]])
    m[:, 2] = np.float32([20, 24]) - m[:, :2] @ np.float32([x, y])
    if k < .7:  # smooth what would be sampled too coarsely
        s = int(round(.5 / k))
        if s > 1:
            r = int(1.2 * h)
            x0, y0 = max(0, int(x) - r), max(0, int(y) - r)
            part = cv2.blur(img[y0:int(y) + r, x0:int(x) + r], (s, s))
            m[:, 2] += m[:, :2] @ np.float32([x0, y0])
            return cv2.warpAffine(part, m, (40, 48), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cv2.warpAffine(img, m, (40, 48), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def temperatures(path):
    import tomllib
    return tomllib.load(open(path, 'rb'))['temperature']


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument('shared')
    a.add_argument('models')
    a.add_argument('--sets', default='webcam,close,greenfelt,red4corner,dimjumbo,clutter,tfcards,fans,bridgefans,misc')
    a.add_argument('--stride', type=int, default=1)
    a.add_argument('--thr', type=float, default=.9)
    a.add_argument('--draw')
    a = a.parse_args()
    detector, reader, t = eval_detect.open_net(a.models + '/detect.onnx'), load(a.models + '/glyph.onnx'), temperatures(a.models + '/glyph.toml')
    rows, odd, rel = collections.defaultdict(lambda: [0] * 5), [], []
    for line in list(open(f'{a.shared}/photos/labels.jsonl'))[::a.stride]:
        d = json.loads(line)
        if d['set'] not in a.sets.split(','):
            continue
        img = cv2.cvtColor(cv2.imread(f'{a.shared}/photos/{d["file"]}'), cv2.COLOR_BGR2RGB)
        want = {c['card'] for c in d['cards']}
        found = eval_detect.detect(detector, img)[0]
        row, best = rows[d['set']], {}
        row[0] += len(want)
        if found:
            p = np.stack([patch(img, v) for v in found])
            o = reader(p)
            r, s, q = softmax(o[:, :18] / t['rank']), softmax(o[:, 18:23] / t['suit']), 1 / (1 + np.exp(-o[:, 23] / t['quality']))
            for i in range(len(p)):
                rank, suit = RANKS[r[i].argmax()], SUITS[s[i].argmax()]
                name = ('T' if rank == '10' else GERMAN.get(rank, rank)) + suit
                c = r[i].max() * s[i].max() * q[i]
                if suit == 'none':
                    continue
                rel.append((c, name in want))
                if c > best.get(name, (0,))[0]:
                    best[name] = (c, p[i])
                if c > .5 and name not in want:
                    odd.append((c, d['file'][7:-4], name, p[i], want))
        row[1] += sum(n in want and c[0] > a.thr for n, c in best.items())
        row[2] += sum(n in want and c[0] <= a.thr for n, c in best.items())
        row[3] += sum(n not in want and c[0] > a.thr for n, c in best.items())
        for n in want:
            if best.get(n, (0,))[0] <= a.thr and found:
                top = sorted(zip(q, p, range(len(p))), key=lambda z: -z[0])[0]
                i = top[2]
                odd.append((0, d['file'][7:-4], f'{n}? {RANKS[r[i].argmax()]}{SUITS[s[i].argmax()]} {r[i].max():.2f} {s[i].max():.2f} {q[i]:.2f}', top[1], want))
    print(f'{"set":12} cards  right  unsure  wrong  (names above {a.thr})')
    for n, r in rows.items():
        print(f'{n:12} {r[0]:5} {r[1]:6} {r[2]:6} {r[3]:6}')
    rel = np.array(rel, float)
    for lo, hi in ((0, .5), (.5, .8), (.8, .9), (.9, .95), (.95, .98), (.98, .99), (.99, .995), (.995, .999), (.999, 1.01)):
        m = (rel[:, 0] >= lo) & (rel[:, 0] < hi)
        if m.any():
            print(f'conf {lo:.3f}-{hi:.3f}: {int(m.sum()):5} indices, right {rel[m, 1].mean():.4f}')
    if a.draw:
        odd.sort(key=lambda v: -v[0])
        tiles = []
        for c, f, n, p, want in odd[:140]:
            b = np.zeros((150, 190, 3), np.uint8)
            b[:120, 40:140] = cv2.resize(p, (100, 120), interpolation=cv2.INTER_NEAREST)
            cv2.putText(b, f'{f} {c:.3f}', (2, 132), 0, .36, (255, 255, 0), 1)
            cv2.putText(b, f'{n}|{",".join(sorted(want))[:18]}', (2, 146), 0, .33, (0, 255, 255), 1)
            tiles.append(b)
        montage(tiles, 12, a.draw)


if __name__ == '__main__':
    main()
