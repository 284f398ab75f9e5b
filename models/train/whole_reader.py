"""How often the whole reader's names are right, by its confidence: whole_reader.py DECKS ART PITBOSS [--count N] [--seed S]

Scenes of the held-out decks (scene.py) are read by `PITBOSS read --json`; every named or unnamed card's first choice is looked up among
the faces that lie in the scene. Prints rows: signs, confidence from, to, right, wrong. The naming bars of src/cards/naming.rs come from it.
"""
import argparse
import collections
import json
import os
import subprocess
import tempfile

import cv2

from scene import Maker

BANDS = [0, .5, .6, .7, .8, .85, .9, .95, .98, .99, .995, 1.01]
LEAST_VISIBLE = 1e-3  # share of a card in sight from which on its name may be given


class Telling(Maker):
    """Keeps which faces lay in the last scene."""

    def labels(self, S):
        ids = S["ids"]
        self.lay_there = [c["code"] for i, c in enumerate(S["cards"]) if c["up"] and (ids == i + 1).sum() > LEAST_VISIBLE * c["area"]]
        return super().labels(S)


def kind(card):
    signs = card["signs"]
    face = " and face" if signs["face"] else ""
    return f"{min(signs['indices'], 2)} indices{face}"


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("decks"); ap.add_argument("art"); ap.add_argument("pitboss")
    ap.add_argument("--count", type=int, default=400)
    ap.add_argument("--seed", type=int, default=900)
    a = ap.parse_args()
    maker = Telling(a.decks, a.art, a.seed, held_out=True)
    with tempfile.TemporaryDirectory() as folder:
        truth = {}
        for k in range(a.count):
            path = f"{folder}/{k:05d}.png"
            picture = maker.scene()[0]
            cv2.imwrite(path, picture[..., ::-1])
            truth[path] = collections.Counter(maker.lay_there)
        told = subprocess.run([a.pitboss, "read", "--json", *truth], stdout=subprocess.PIPE, check=True).stdout
    table = collections.defaultdict(lambda: [0, 0])
    cards = sum(sum(t.values()) for t in truth.values())
    right = 0
    for line in told.splitlines():
        read = json.loads(line)
        left = truth[next(p for p in truth if os.path.basename(p) == os.path.basename(read["file"]))]
        for card in read["cards"]:
            if not card["choices"]:
                continue
            name, p = card["choices"][0]
            ok = left[name] > 0
            right += bool(ok and card["card"])
            band = max(b for b in BANDS if b <= p)
            table[kind(card), band][not ok] += 1
    print(f"{a.count} scenes, {cards} faces in sight, named right {right}")
    for (signs, band), (ok, bad) in sorted(table.items()):
        top = BANDS[BANDS.index(band) + 1]
        print(f"{signs:22} {band:5.3f} {min(top, 1):5.3f} {ok:5} {bad:4}")


if __name__ == "__main__":
    main()
