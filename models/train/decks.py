#!/usr/bin/env python3
"""Turns packaged card artwork into one PNG a card: decks.py WORK OUT [DECK...]

Artwork is fetched by package name with the ordinary clients and stays out of the tree; each package keeps its own licence
(cardsJS MIT, react-playing-cards' Kennard art CC0, gnome-cards-data GPL-3+, KDE's decks GPL-2+/LGPL-2+).
OUT/DECK/AS.png .. KD.png and back.png are 1050 px high, square-cornered, paper colour to the edge; the Pairs deck, drawn
here, has 1.png .. 10.png. Needs npm, apt-get, dpkg-deb, rsvg-convert, Pillow and numpy; three minutes.
"""
import glob
import gzip
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

Image.MAX_IMAGE_PIXELS = None
TALL = 1050
SUIT = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
RANK = "A23456789TJQK"
NPM = {"cardsjs": "cardsJS@1.1.1", "kennard": "@heruka_urgyen/react-playing-cards@0.5.0", "youn": "@younestouati/playing-cards-standard-deck@3.0.0"}
DEB = {"gnome": "gnome-cards-data", "kde": "kdegames-card-data-kf5"}
GNOME = "anglo anglo_modern anglo_poker bellot dondorf guyenne-classic neoclassical_4_color ornamental plastic simplistic tango tigullio".split()


def fetch(work):
    """the unpacked packages, each under its short name"""
    at = {}
    for short, spec in NPM.items():
        at[short] = work / short
        if not at[short].exists():
            at[short].mkdir(parents=True)
            tgz = subprocess.run(["npm", "pack", "--silent", spec], cwd=work, check=True, capture_output=True, text=True).stdout.split()[-1]
            subprocess.run(["tar", "xzf", str(work / tgz), "-C", str(at[short])], check=True)
    for short, spec in DEB.items():
        at[short] = work / short
        if not at[short].exists():
            subprocess.run(["apt-get", "download", spec], cwd=work, check=True)
            subprocess.run(["dpkg-deb", "-x", glob.glob(f"{work}/{spec}_*.deb")[0], str(at[short])], check=True)
    return at


def render(source, height, part=None):
    """an SVG (a path, or its bytes), or one element of it, as RGBA of the given height"""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    cmd = ["rsvg-convert", "--unlimited", "--format", "png", "--keep-aspect-ratio", "--height", str(height)]
    done = subprocess.run(cmd + (["--export-id", part] if part else []), input=data, capture_output=True)
    if done.returncode or not done.stdout:
        raise RuntimeError(f"rsvg-convert made no picture of {part or 'the drawing'}: {done.stderr.decode()[:200]}")
    return Image.open(io.BytesIO(done.stdout)).convert("RGBA")


def square(card, path):
    """trims to the opaque card, fills its round corners with the paper colour, writes 1050 px"""
    solid = np.asarray(card)[..., 3] > 128
    rows, cols = np.flatnonzero(solid.mean(1) > .4), np.flatnonzero(solid.mean(0) > .4)
    card = card.crop((cols[0], rows[0], cols[-1] + 1, rows[-1] + 1))
    wide = round(card.width * TALL / card.height)
    card = card.resize((wide, TALL), Image.LANCZOS)
    rim = round(.011 * TALL)
    px = np.asarray(card, np.float32)
    edge = np.concatenate([px[rim + 3, 90:-90], px[-rim - 4, 90:-90], px[120:-120, rim + 3], px[120:-120, -rim - 4]])
    edge = edge[edge[:, 3] > 250][:, :3]
    paper = np.median(edge, 0) if len(edge) else np.full(3, 255.)
    if paper.min() > 235:
        paper = np.maximum(paper, 250)
    sheet = Image.new("RGBA", card.size, tuple(int(v) for v in paper) + (255,))
    keep = Image.new("L", (2 * wide, 2 * TALL))
    ImageDraw.Draw(keep).rounded_rectangle((2 * rim, 2 * rim, 2 * (wide - rim), 2 * (TALL - rim)), radius=int(.11 * TALL), fill=255)
    sheet.paste(Image.alpha_composite(sheet, card), (0, 0), keep.resize(card.size, Image.LANCZOS))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.convert("RGB").save(path)


def by_file(out, pattern, back):
    for s in SUIT:
        for n, r in enumerate(RANK):
            square(render(pattern(r, s, n + 1), 1100), out / f"{r}{s}.png")
    square(render(back, 1100), out / "back.png")


def by_name(out, sheet):
    """KDE: one drawing, an element a card"""
    word = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    for s in SUIT:
        for r in RANK:
            square(render(sheet, 1100, f"{word.get(r, r)}_{SUIT[s]}"), out / f"{r}{s}.png")
    square(render(sheet, 1100, "back"), out / "back.png")


def by_cell(out, sheet):
    """AisleRiot: thirteen ranks across; rows clubs, diamonds, hearts, spades, then jokers and back"""
    whole = render(sheet, 5 * TALL)
    w, h = whole.width / 13, whole.height / 5
    cell = lambda c, r: whole.crop((round(c * w), round(r * h), round((c + 1) * w), round((r + 1) * h)))
    for j, s in enumerate("CDHS"):
        for i, r in enumerate(RANK):
            square(cell(i, j), out / f"{r}{s}.png")
    square(cell(2, 4), out / "back.png")


def pairs(out):
    """numerals 1 to 10 in two corners, as many fruits in the middle, a dotted back"""
    out.mkdir(parents=True, exist_ok=True)
    shades = "#c0392b #d35400 #b7950b #6e8b1f #1e8449 #148f77 #1f618d #4a3fa0 #7d3c98 #a93268".split()
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="750" height="1050" viewBox="0 0 750 1050"><rect width="750" height="1050" fill="#fdfdfb"/>'
    for n, c in enumerate(shades, 1):
        across = 1 if n <= 3 else 2 if n <= 8 else 3
        rows = -(-n // across)
        fruit, left = "", n
        for r in range(rows):
            here = min(across, left)
            left -= here
            for k in range(here):
                x, y = 375 + 150 * (k - (here - 1) / 2), 525 + (r - (rows - 1) / 2) * min(150, 520 / rows)
                fruit += f'<circle cx="{x}" cy="{y}" r="52" fill="{c}"/><path d="M{x} {y - 48} q6 -26 28 -30" stroke="#5d4037" stroke-width="8" fill="none"/>'
        squeeze = 'textLength="170" lengthAdjust="spacingAndGlyphs"' if n == 10 else ""
        num = f'<text x="112" y="215" font-family="DejaVu Serif" font-weight="bold" font-size="{150 if n == 10 else 190}" text-anchor="middle" fill="{c}" {squeeze}>{n}</text>'
        svg = f'{head}{fruit}{num}<g transform="rotate(180 375 525)">{num}</g></svg>'
        render(svg.encode(), TALL).convert("RGB").save(out / f"{n}.png")
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="20" fill="#fff" opacity=".8"/>' for i, x in enumerate(range(85, 690, 58)) for y in range(85 + i % 2 * 29, 990, 58))
    render(f'{head}<rect x="40" y="40" width="670" height="970" rx="30" fill="#8e2f4f"/>{dots}</svg>'.encode(), TALL).convert("RGB").save(out / "back.png")


def jobs(at, out):
    """deck name -> what draws it"""
    js, ken, you = at["cardsjs"] / "package/dist/cards", at["kennard"] / "package/src/images", at["youn"] / "package/cards"
    kde, gnome = at["kde"] / "usr/share/carddecks", at["gnome"] / "usr/share/aisleriot/cards"
    long = lambda r: "10" if r == "T" else r
    todo = {
        "cardsjs": lambda o: by_file(o, lambda r, s, n: js / f"{long(r)}{s}.svg", js / "Red_Back.svg"),
        "kennard2": lambda o: by_file(o, lambda r, s, n: ken / f"2color/{r}{s}.svg", ken / "back.svg"),
        "kennard4bf": lambda o: by_file(o, lambda r, s, n: ken / f"4color-bf/{r}{s}.svg", ken / "back.svg"),
        "younestouati": lambda o: by_file(o, lambda r, s, n: you / f"{n}{s.lower()}.svg", js / "Blue_Back.svg"),
        "kde_standard": lambda o: by_name(o, kde / "svg-standard/standard.svgz"),
        "kde_tigullio": lambda o: by_name(o, kde / "svg-tigullio-international/tigullio-international.svgz"),
        "pairs_a": pairs,
    }
    for d in GNOME:
        todo["gnome_" + d.replace("-", "_")] = lambda o, d=d: by_cell(o, gnome / f"{d}.svgz")
    return todo


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    work, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    todo = jobs(fetch(work), out)
    for name in sys.argv[3:] or todo:
        if (out / name / "back.png").exists():
            continue
        todo[name](out / name)
        print(name, len(list((out / name).glob("*.png"))), "pictures", flush=True)


if __name__ == "__main__":
    main()
