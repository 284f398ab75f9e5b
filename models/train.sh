#!/bin/sh
# From nothing to the shipped nets: models/train.sh WORK_DIR [MINUTES]; needs Debian 12, network, root for apt-get, about 20 GB.
# The detector trains for MINUTES (default 120) while its scenes are still being made; glyph and card nets after it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:?usage: train.sh WORK_DIR [MINUTES]}
minutes=${2:-120}
mkdir -p "$work/art" "$work/deckwork" "$work/decks" "$work/scenes" "$work/detect"
apt-get install -y --no-install-recommends npm librsvg2-bin python3-venv $(cat "$here/train/fonts.txt")
[ -d "$work/venv" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q torch numpy opencv-python-headless pillow onnx onnxruntime scipy
py="$work/venv/bin/python"
# clutter and table tops: pictures from packages, unpacked, not installed
for p in gimp-data gcompris-qt-data mate-backgrounds gnome-backgrounds tuxpaint-stamps-default openclipart-png; do
  [ -d "$work/art/x_$p" ] && continue
  (cd "$work/art" && apt-get download "$p" && dpkg-deb -x "$p"_*.deb "x_$p" && rm -f "$p"_*.deb)
done
"$py" "$here/train/decks.py" "$work/deckwork" "$work/decks"
cd "$here/train"
"$py" scene.py "$work/decks" "$work/art" "$work/scenes" --seed 11 &
maker=$!
trap 'kill $maker 2>/dev/null || true' EXIT
"$py" detect_train.py "$work/scenes" "$work/detect" --until "$(date -d "+$minutes minutes" +%H:%M)" --batch 8
kill $maker || true
"$py" detect_export.py "$work/detect/last.pt" "$here"
if [ -x "$here/train/readers.sh" ]; then
  "$here/train/readers.sh" "$work" "$py"   # the glyph and card nets
fi
