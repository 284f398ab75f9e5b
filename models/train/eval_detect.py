#!/usr/bin/env python3
"""Measures net D on real photographs and path-traced stills: eval_detect.py NET SHARED_DIR [--sets a,b] [--draw DIR] [--held-out DIR]

NET is an ONNX file or a training checkpoint. On photographs the labels hold card names alone, so the figure is how many
pictures show at least one index a card, and how many indices more than any deck could show; on stills the truth is exact.
"""
import argparse
import collections
import glob
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
    net.load_state_dict(torch.load(path, weights_only=True)["net"])
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


def photographs(net, a):
    """rows of counts: thresholds -> set -> Counter"""
    rows = {t: collections.OrderedDict() for t in a.thr}
    for n, line in enumerate(open(a.shared + "/photos/labels.jsonl", encoding="utf-8")):
        d = json.loads(line)
        if a.sets and d["set"] not in a.sets.split(",") or (n % a.every and d["set"] in MANY):
            continue
        img = cv2.imread(f"{a.shared}/photos/{d['file']}")
        found, card = detect(net, img[..., ::-1], thr=(min(a.thr), a.cthr))
        want, up = len(d["cards"]), sum(1 for k in card if k[6])
        most = want * (4 if d["set"] in ("red4corner", "crops") else 2) + len(d.get("optional", [])) * 2
        for t in a.thr:
            idx = [v for v in found if v[5] >= t]
            c = rows[t].setdefault(d["set"], collections.Counter())
            c["n"] += 1; c["cards"] += want; c["found"] += min(want, len(idx)); c["enough"] += len(idx) >= want
            c["excess"] += max(0, len(idx) - most); c["idx"] += len(idx); c["up"] += min(up, want); c["upx"] += max(0, up - want)
            c["stray"] += len(card) - up
        idx = [v for v in found if v[5] >= a.thr[len(a.thr) // 2]]
        if a.draw and (len(idx) < want or len(idx) > most or up != want):
            cv2.imwrite(f"{a.draw}/{os.path.basename(d['file'])}", draw(img, idx, card))
    return rows


def stills(net, a):
    """counts against exact truth: threshold -> Counter; and the spread of height and place"""
    rows, soft = {t: collections.Counter() for t in a.thr}, []
    for line in open(a.shared + "/renders/stills/labels.jsonl", encoding="utf-8"):
        d = json.loads(line)
        truth = json.load(open(f"{a.shared}/renders/stills/truth/{os.path.basename(d['file']).rsplit('.', 1)[0]}.json"))
        img = cv2.imread(f"{a.shared}/renders/stills/{d['file']}")
        found, card = detect(net, img[..., ::-1], thr=(min(a.thr), a.cthr))
        down = sum(1 for k in card if not k[6])
        for t in a.thr:
            idx, c, hit = [v for v in found if v[5] >= t], rows[t], set()
            for i in (i for k in truth["cards"] for i in k.get("index", [])):
                b = np.array(i["box_px"])
                p, tall = b.mean(0), max(np.linalg.norm(b[0] - b[1]), np.linalg.norm(b[1] - b[2]))
                m = [j for j, v in enumerate(idx) if np.hypot(v[0] - p[0], v[1] - p[1]) < .4 * tall]
                hit.update(m[:1])
                if i["readable"] and i["visible"] > .75 and i["in_image"] > .9:
                    c["index"] += 1; c["hit"] += bool(m)
                    if m:
                        v = idx[m[0]]
                        soft.append((v[4] / tall, np.hypot(v[0] - p[0], v[1] - p[1]) / tall))
            c["pics"] += 1; c["false"] += len(idx) - len(hit); c["backs"] += down == d["face_down"]
        if a.draw and down != d["face_down"]:
            cv2.imwrite(f"{a.draw}/still_{os.path.basename(d['file'])}", draw(img, found, card))
    return rows, np.array(soft).reshape(-1, 2)


def strange_decks(net, a):
    """composed scenes of the designs kept out of training, one level: threshold -> Counter"""
    rows = {t: collections.Counter() for t in a.thr}
    for f in sorted(glob.glob(a.held_out + "/*.npz")):
        z = np.load(f)
        for q, img in enumerate(z["img"]):
            truth = z["idx"][z["idx"][:, 0] == q][:, 1:]
            found, _ = level(net, img, 1., (min(a.thr), .99))
            near = lambda v, i: np.hypot(v[0] - i[0], v[1] - i[1]) < .45 * max(i[4], 5)
            for t in a.thr:
                idx, c = [v for v in found if v[5] >= t], rows[t]
                c["pics"] += 1
                for i in truth:
                    if i[5] > .75 and 6 <= i[4] <= 32:
                        c["index"] += 1; c["hit"] += any(near(v, i) for v in idx)
                c["false"] += sum(not any(near(v, i) for i in truth) for v in idx if v[6] >= 5)
    return rows


MANY = ("tfcards", "webcam", "close", "dimjumbo", "red4corner")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("net"); ap.add_argument("shared")
    ap.add_argument("--sets"); ap.add_argument("--draw"); ap.add_argument("--json")
    ap.add_argument("--held-out", help="a folder of shards that scene.py --held-out wrote")
    ap.add_argument("--every", type=int, default=1, help="of the large sets only every n-th photograph")
    ap.add_argument("--thr", type=float, nargs="+", default=[.3, .4, .5]); ap.add_argument("--cthr", type=float, default=.35)
    ap.add_argument("--no-photos", action="store_true"); ap.add_argument("--no-stills", action="store_true")
    a = ap.parse_args()
    net, out = open_net(a.net), {}
    if a.draw:
        os.makedirs(a.draw, exist_ok=True)
    for t, sets in (photographs(net, a) if not a.no_photos else {}).items():
        total = collections.Counter()
        for c in sets.values():
            total.update(c)
        for k, c in list(sets.items()) + [("all", total)]:
            row = {"pictures": c["n"], "enough_indices": round(c["enough"] / c["n"], 4), "cards_covered": round(c["found"] / max(1, c["cards"]), 4),
                   "indices_a_card": round(c["idx"] / max(1, c["cards"]), 2), "too_many": c["excess"], "face_up": round(c["up"] / max(1, c["cards"]), 4),
                   "face_up_extra": c["upx"], "backs": c["stray"]}
            out.setdefault(f"photographs_{int(t * 100)}", {})[k] = list(row.values())
            print(f"{t:.2f} {k:11}", row)
    if not a.no_stills:
        rows, soft = stills(net, a)
        for t, c in rows.items():
            row = {"pictures": c["pics"], "recall": round(c["hit"] / max(1, c["index"]), 4), "indices": c["index"], "false": c["false"], "backs_right": c["backs"]}
            out.setdefault("stills", {})[f"at_{int(t * 100)}"] = list(row.values())
            print(f"{t:.2f} stills", row)
        print(f"height ratio median {np.median(soft[:, 0]):.2f} sd {soft[:, 0].std():.2f}, shift median {np.median(soft[:, 1]):.3f} of the height")
    for t, c in (strange_decks(net, a) if a.held_out else {}).items():
        row = {"pictures": c["pics"], "recall": round(c["hit"] / max(1, c["index"]), 4), "indices": c["index"], "false": c["false"]}
        out.setdefault("strange_decks", {})[f"at_{int(t * 100)}"] = list(row.values())
        print(f"{t:.2f} strange decks", row)
    if a.json:
        json.dump(out, open(a.json, "w", encoding="utf-8"))


if __name__ == "__main__":
    main()
