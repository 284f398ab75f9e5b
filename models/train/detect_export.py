#!/usr/bin/env python3
"""A checkpoint of net D -> detect.onnx and its model card: detect_export.py CHECKPOINT MODELS_DIR [--ema] [--figures JSON]

FIGURES is what eval_detect.py --json wrote; without it the card's accuracy part is left empty.
"""
import argparse
import hashlib
import json
import os
import warnings

import numpy as np
import torch

from detect_net import Detector, export


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("checkpoint"); ap.add_argument("models")
    ap.add_argument("--ema", action="store_true")
    ap.add_argument("--figures")
    a = ap.parse_args()
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    z = torch.load(a.checkpoint, weights_only=True)
    net = Detector().eval()
    net.load_state_dict(z["ema" if a.ema else "net"])
    path = os.path.join(a.models, "detect.onnx")
    export(net, path)
    import onnxruntime as ort
    x = np.random.default_rng(0).random((1, 3, 96, 128), np.float32)
    got = ort.InferenceSession(path).run(None, {"image": x})[0]
    with torch.no_grad():
        off = np.abs(got - net(torch.from_numpy(x)).numpy()).max()
    blob = open(path, "rb").read()
    lines = ["# Model card of detect.onnx, written by train/detect_export.py", 'name = "detect"', 'file = "detect.onnx"',
             f'sha256 = "{hashlib.sha256(blob).hexdigest()}"', f"bytes = {len(blob)}", f"parameters = {sum(p.numel() for p in net.parameters())}",
             f"steps = {z['step']}", f"onnx_against_torch = {off:.1e}",
             'licence = "trained only on composed scenes of free decks, fonts and pictures (MIT, CC0, GPL, LGPL, OFL, CC BY-SA); weights as the project"',
             'input = "[1, 3, H, W] RGB 0..1, H and W multiples of 32"', 'output = "[1, 14, H/4, W/4], see README.md"',
             "index_px = [5, 34] # index heights it was trained to find, at its own input",
             "card_long_px = [30, 270]", 'held_out = ["kde_tigullio", "kennard2", "gnome_anglo_modern", "gnome_ornamental"]']
    if a.figures:
        for part, rows in json.load(open(a.figures, encoding="utf-8")).items():
            lines += ["", f"[{part}]"] + [f"{k} = {json.dumps(v)}" for k, v in rows.items()]
    with open(os.path.join(a.models, "detect.toml"), "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    print(path, len(blob), "bytes, off by", off)


if __name__ == "__main__":
    main()
