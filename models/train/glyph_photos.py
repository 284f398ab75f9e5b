"""Labelled photographs of single cards -> how often a crude classical locator plus the net names them (a check from the
first hour on, before any detector exists): glyph_photos.py PHOTOS NET.pt|NET.onnx [SET,SET] [MONTAGE.png] [STRIDE]"""
import json
import sys

import cv2
import numpy as np

from glyph_art import RANKS, SUITS, montage

CW, CH = 400, 560


def quads(img, least=.004):
    """Convex bright four-corner outlines, as float 4x2 arrays, clockwise from any corner."""
    h, w = img.shape[:2]
    k = 900 / max(h, w)
    small = cv2.resize(img, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    lo = cv2.GaussianBlur(small.min(2), (5, 5), 0)
    first, _ = cv2.threshold(lo, 0, 255, cv2.THRESH_OTSU)
    second, _ = cv2.threshold(lo[lo > first].reshape(-1, 1), 0, 255, cv2.THRESH_OTSU)
    res = []
    for level in (second, first, (first + second) / 2):
        m = np.where(lo > level, 255, 0).astype(np.uint8)
        for c in cv2.findContours(m, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            hull = cv2.convexHull(c)
            a = cv2.contourArea(hull)
            if a < least * m.size or a > .7 * m.size:
                continue
            for eps in (.02, .03, .04, .06):
                q = cv2.approxPolyDP(hull, eps * cv2.arcLength(hull, True), True)
                if len(q) <= 4:
                    break
            if len(q) != 4 or cv2.contourArea(q) < .9 * a:
                q = cv2.boxPoints(cv2.minAreaRect(hull))
            q = np.array(q, np.float32).reshape(4, 2) / k
            s = sorted(np.linalg.norm(q[i] - q[(i + 1) % 4]) for i in range(4))
            fits = a > .9 * cv2.contourArea(q) * k * k and 1.15 < (s[2] + s[3]) / (s[0] + s[1]) < 1.85
            if fits and all(np.linalg.norm(q.mean(0) - o.mean(0)) > .3 * s[0] for o in res):
                res.append(q)
    return res


def rectify(img, q, w=CW, h=CH):
    """The card upright or upside-down at w x h px."""
    area = sum(q[i][0] * q[(i + 1) % 4][1] - q[(i + 1) % 4][0] * q[i][1] for i in range(4))
    if area < 0:
        q = q[::-1]
    if np.linalg.norm(q[0] - q[1]) > np.linalg.norm(q[1] - q[2]):
        q = np.roll(q, 1, axis=0)
    m = cv2.getPerspectiveTransform(np.float32(q), np.float32([[0, 0], [w, 0], [w, h], [0, h]]))
    return cv2.warpPerspective(img, m, (w, h), flags=cv2.INTER_AREA)


def windows(card):
    """Patches at plausible index places of one corner, with the heights and places they were cut at."""
    out = []
    for ih in (.13, .155, .18, .21, .25):
        h = ih * CH
        g = 29 / h
        for cx in (.065, .09, .12, .15):
            for cy in (ih / 2 + .025, ih / 2 + .045, ih / 2 + .07):
                m = np.float32([[g, 0, 20 - g * cx * CW], [0, g, 24 - g * cy * CH]])
                src = card if g > .5 else cv2.blur(card, (2, 2))
                out.append(cv2.warpAffine(src, m, (40, 48), borderMode=cv2.BORDER_REPLICATE))
    return out


def softmax(v):
    e = np.exp(v - v.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def load(path):
    """A function uint8 patches -> outputs, from a checkpoint or an ONNX file."""
    if path.endswith('.onnx'):
        import onnxruntime as ort
        s = ort.InferenceSession(path, providers=['CPUExecutionProvider'])

        def run(x):
            x = x.transpose(0, 3, 1, 2).astype(np.float32) / 255
            m, d = x.mean((1, 2, 3), keepdims=True), x.std((1, 2, 3), keepdims=True)
            return s.run(None, {'input': (x - m) / (d + .03)})[0]
        return run
    import torch
    from glyph_net import Glyph, normalise
    torch.set_num_threads(1)
    net = Glyph()
    net.load_state_dict(torch.load(path))
    net.eval()

    def run(x):
        with torch.no_grad():
            return net(normalise(torch.from_numpy(x))).numpy()
    return run


def read_card(run, card):
    """Best reading over both corners: (rank, suit, probability of the name, quality, patch)."""
    w = windows(card) + windows(cv2.rotate(card, cv2.ROTATE_180))
    out = run(np.stack(w))
    q = 1 / (1 + np.exp(-out[:, 23]))
    r, s = softmax(out[:, :18]), softmax(out[:, 18:23])
    best = int(np.argmax(q * r.max(1) * s[:, :4].max(1)))
    return r[best].argmax(), s[best, :4].argmax(), r[best].max() * s[best, :4].max(), q[best], w[best]


def main(photos, net, sets='webcam,close,greenfelt,red4corner,dimjumbo', out=None, stride='1'):
    run = load(net)
    rows, bad = {}, []
    for line in list(open(f'{photos}/labels.jsonl'))[::int(stride)]:
        d = json.loads(line)
        if d['set'] not in sets.split(','):
            continue
        img = cv2.cvtColor(cv2.imread(f'{photos}/{d["file"]}'), cv2.COLOR_BGR2RGB)
        want = [c['card'] for c in d['cards']]
        t = rows.setdefault(d['set'], [0, 0, 0, 0, 0])
        t[0] += len(want)
        for q in quads(img):
            card = rectify(img, q)
            r, s, p, qual, patch = read_card(run, card)
            name = ('T' if RANKS[r] == '10' else RANKS[r]) + SUITS[s]
            ok = name in want
            sure = p * qual > .9
            t[1 if ok and sure else 2 if ok else 3 if sure else 4] += 1
            if ok:
                want.remove(name)
            if not (ok and sure):
                v = cv2.resize(np.hstack([cv2.resize(card, (120, 168)), cv2.resize(patch, (140, 168))]), (180, 117))
                cv2.putText(v, f'{d["set"][:4]}{d["file"][-8:-4]} {name} {p * qual:.2f} {",".join(want)[:12]}', (2, 112), 0, .35, (255, 0, 255) if sure else (0, 110, 255), 1)
                bad.append((int(sure and not ok), v))
    print(f'{"set":12} cards right&sure right&unsure wrong&sure wrong&unsure')
    for s, t in rows.items():
        print(f'{s:12} {t[0]:5} {t[1]:6} {t[2]:6} {t[3]:6} {t[4]:6}')
    if out and bad:
        bad.sort(key=lambda b: -b[0])
        montage([b[1] for b in bad[:96]], 8, out)


if __name__ == '__main__':
    main(*sys.argv[1:]) if len(sys.argv) > 2 else sys.exit(__doc__)
