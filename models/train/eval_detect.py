#!/usr/bin/env python3
"""Measures net D on real photographs and path-traced stills: eval_detect.py NET SHARED_DIR [--sets a,b] [--draw DIR] [--thr T]

NET is an ONNX file or a training checkpoint. On photographs the labels hold card names alone, so the figure is how many
pictures show at least one index a card, and how many indices more than any deck could show; on stills the truth is exact.
"""
import argparse
import collections
import json
import os

import cv2
import numpy as np

cv2.setNumThreads(1)


def open_net(path):
    if path.endswith(".onnx"):
        import onnxruntime as ort
        o = ort.SessionOptions()
        o.intra_op_num_threads = 1
        s = ort.InferenceSession(path, o)
        return lambda x: s.run(None, {"image": x})[0]
    import torch
    from detect_net import Detector, fold
    torch.set_num_threads(1)
    net = Detector()
    net.load_state_dict(torch.load(path, weights_only=True)["ema"])
    net = fold(net)

    def f(x):
        with torch.no_grad():
            return net(torch.from_numpy(x)).numpy()
    return f


def sig(v):
    return 1 / (1 + np.exp(-v))


def peaks(heat, thr):
    m = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    return np.argwhere((heat >= m) & (heat > thr))


def level(net, img, scale, thr):
    """indices [x, y, ux, uy, h, score, h at this level] and cards [x, y, angle, long, short, score, up, long at this level]"""
    h, w = img.shape[:2]
    H, W = max(32, round(h * scale / 32) * 32), max(32, round(w * scale / 32) * 32)
    sx, sy = round(w * scale) / w, round(h * scale) / h
    small = cv2.resize(img, (round(w * scale), round(h * scale)), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    H, W = -(-small.shape[0] // 32) * 32, -(-small.shape[1] // 32) * 32
    x = np.zeros((H, W, 3), np.float32) + small.reshape(-1, 3).mean(0)
    x[:small.shape[0], :small.shape[1]] = small
    o = net(np.ascontiguousarray((x / 255).transpose(2, 0, 1)[None], np.float32))[0]
    idx, card = [], []
    hm = sig(o[0])
    for y, xx in peaks(hm, thr[0]):
        v = o[:, y, xx]
        cx, cy = (xx + .5 + v[1]) * 4 / sx, (y + .5 + v[2]) * 4 / sy
        n = np.hypot(v[3], v[4]) + 1e-6
        hh = 16 * 2 ** v[5]
        if cx < w and cy < h:
            idx.append((cx, cy, v[3] / n, v[4] / n, hh / scale, hm[y, xx], hh))
    for ch in (6, 7):
        hm = sig(o[ch])
        for y, xx in peaks(hm, thr[1]):
            v = o[:, y, xx]
            cx, cy = (xx + .5 + v[8]) * 4 / sx, (y + .5 + v[9]) * 4 / sy
            lo = 64 * 2 ** v[12]
            if cx < w and cy < h:
                card.append((cx, cy, np.arctan2(v[11], v[10]) / 2, lo / scale, 45 * 2 ** v[13] / scale, hm[y, xx], ch == 6, lo))
    return idx, card


def detect(net, img, longs=(160, 320, 640, 1280), thr=(.3, .35)):
    """the pyramid with peaks of all levels joined; an index counts at a level where it is 5 to 36 px tall"""
    side = max(img.shape[:2])
    idx, card = [], []
    for L in longs:
        if L > side * 1.3 and L > 640:
            continue
        i, c = level(net, img, L / side, thr)
        idx += [v for v in i if 5 <= v[6] <= 36]
        card += [v for v in c if 20 <= v[7] <= 290]
    idx.sort(key=lambda v: -v[5])
    keep = []
    for v in idx:
        if all(np.hypot(v[0] - k[0], v[1] - k[1]) > .45 * max(v[4], k[4]) for k in keep):
            keep.append(v)
    card.sort(key=lambda v: -v[5])
    kc = []
    for v in card:
        if all(np.hypot(v[0] - k[0], v[1] - k[1]) > .3 * min(v[4], k[4]) and not (np.hypot(v[0] - k[0], v[1] - k[1]) < .5 * max(v[4], k[4]) and abs(np.log2(v[3] / k[3])) > .8) for k in kc):
            kc.append(v)
    return keep, kc


def draw(img, idx, card):
    o = img.copy()
    for x, y, a, lo, sh, s, up, _ in card:
        b = cv2.boxPoints(((float(x), float(y)), (float(lo), float(sh)), float(np.rad2deg(a))))
        cv2.polylines(o, [np.int32(b)], True, (0, 220, 255) if up else (255, 120, 0), 2)
        cv2.putText(o, f"{s:.2f}", (int(x), int(y)), 0, .5, (0, 0, 255), 1)
    for x, y, ux, uy, h, s, _ in idx:
        cv2.line(o, (int(x - ux * h / 2), int(y - uy * h / 2)), (int(x + ux * h / 2), int(y + uy * h / 2)), (0, 255, 0), 2)
        cv2.circle(o, (int(x + ux * h / 2), int(y + uy * h / 2)), 4, (0, 255, 0) if s > .5 else (255, 0, 255), -1)
        cv2.putText(o, f"{s:.2f}", (int(x) + 6, int(y)), 0, .4, (255, 0, 255), 1)
    return o


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("net"); ap.add_argument("shared")
    ap.add_argument("--sets"); ap.add_argument("--draw"); ap.add_argument("--every", type=int, default=1)
    ap.add_argument("--thr", type=float, default=.3); ap.add_argument("--cthr", type=float, default=.35)
    ap.add_argument("--no-photos", action="store_true"); ap.add_argument("--no-stills", action="store_true")
    a = ap.parse_args()
    net = open_net(a.net)
    if a.draw:
        os.makedirs(a.draw, exist_ok=True)
    T = collections.Counter()
    if not a.no_photos:
        per = collections.OrderedDict()
        for n, line in enumerate(open(a.shared + "/photos/labels.jsonl", encoding="utf-8")):
            d = json.loads(line)
            if a.sets and d["set"] not in a.sets.split(",") or (n % a.every and d["set"] in ("tfcards", "webcam", "close", "dimjumbo", "red4corner")):
                continue
            img = cv2.imread(f"{a.shared}/photos/{d['file']}")
            idx, card = detect(net, img[..., ::-1], thr=(a.thr, a.cthr))
            c = per.setdefault(d["set"], collections.Counter())
            want = len(d["cards"])
            most = want * (4 if d["set"] in ("red4corner", "crops") else 2)
            up = sum(1 for k in card if k[6])
            c["n"] += 1; c["cards"] += want; c["found"] += min(want, len(idx)); c["enough"] += len(idx) >= want
            c["excess"] += max(0, len(idx) - most); c["exc_pic"] += len(idx) > most
            c["idx"] += len(idx); c["cardok"] += up >= want; c["up"] += min(up, want); c["upx"] += max(0, up - want)
            if d.get("face_down") is not None:
                c["fd"] += 1; c["fdok"] += len(card) - up == d["face_down"]
            elif len(card) - up:
                c["strayback"] += 1
            if a.draw and (len(idx) < want or len(idx) > most or up != want):
                cv2.imwrite(f"{a.draw}/{os.path.basename(d['file'])}", draw(img, idx, card))
        for k, c in per.items():
            T.update(c)
        for k, c in list(per.items()) + [("ALL", T)]:
            print(f"{k:11} pics {c['n']:4} enough {100 * c['enough'] / c['n']:5.1f}%  idx/card {c['idx'] / max(1, c['cards']):.2f} covered {100 * c['found'] / max(1, c['cards']):5.1f}%  "
                  f"excess {c['excess']} in {c['exc_pic']}  face-up found {100 * c['up'] / max(1, c['cards']):5.1f}% extra {c['upx']} stray backs {c['strayback']}" + (f" backs {c['fdok']}/{c['fd']}" if c["fd"] else ""))
    if not a.no_stills:
        c = collections.Counter()
        miss = collections.Counter()
        for line in open(a.shared + "/renders/stills/labels.jsonl", encoding="utf-8"):
            d = json.loads(line)
            t = json.load(open(f"{a.shared}/renders/stills/truth/{os.path.basename(d['file']).rsplit('.', 1)[0]}.json"))
            img = cv2.imread(f"{a.shared}/renders/stills/{d['file']}")
            idx, card = detect(net, img[..., ::-1], thr=(a.thr, a.cthr))
            hit = set()
            bad = 0
            soft = []
            for k in t["cards"]:
                got = False
                for i in k.get("index", []):
                    b = np.array(i["box_px"])
                    p = b.mean(0)
                    hgt = max(np.linalg.norm(b[0] - b[1]), np.linalg.norm(b[1] - b[2]))
                    m = [j for j, v in enumerate(idx) if np.hypot(v[0] - p[0], v[1] - p[1]) < .4 * hgt]
                    ok = i["readable"] and i["visible"] > .75 and i["in_image"] > .9
                    if m:
                        hit.add(m[0]); got |= ok
                    if ok:
                        c["index"] += 1; c["hit"] += bool(m); bad += not m
                        if not m:
                            miss[d["deck"]] += 1
                    if ok and m:
                        v = idx[m[0]]
                        soft.append((v[4] / hgt, np.hypot(v[0] - p[0], v[1] - p[1]) / hgt))
            fp = len(idx) - len(hit)
            down = sum(1 for k in card if not k[6])
            c["pics"] += 1; c["fp"] += fp; c["fdok"] += down == d["face_down"]
            if a.draw and (bad or fp or down != d["face_down"]):
                cv2.imwrite(f"{a.draw}/still_{os.path.basename(d['file'])}", draw(img, idx, card))
            T["soft"] = T["soft"] or []
            T["soft"] += soft
        s = np.array(T["soft"])
        print(f"stills      pics {c['pics']} index recall {100 * c['hit'] / c['index']:.2f}% of {c['index']}  false {c['fp']} ({c['fp'] / c['pics']:.2f} a picture)  backs right {c['fdok']}/{c['pics']}  "
              f"h ratio {np.median(s[:, 0]):.2f} sd {s[:, 0].std():.2f} shift {np.median(s[:, 1]):.3f}h  missed by deck {dict(miss)}")


if __name__ == "__main__":
    main()
