#!/bin/sh
# Deck art and fonts -> glyph.onnx, card.onnx and scout.onnx with their model cards: readers.sh WORK PYTHON [MINUTES for each net, default 90]
# Seeds: shards 11 and 21, training 1, 2 and 3. A run that broke off goes on from WORK/readers/{glyph,card}.pt.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1 py=$2 minutes=${3:-90}
r="$work/readers"
mkdir -p "$r"
cd "$here"
for net in glyph card; do
  seed=11; [ $net = card ] && seed=21
  "$py" ${net}_train.py make "$work/decks" "$r" $seed &
  maker=$!
  trap 'kill $maker 2>/dev/null || true' EXIT
  from=; [ -f "$r/$net.pt" ] && from="$r/$net.pt"
  "$py" ${net}_train.py train "$work/decks" "$r" "$(date -d "+$minutes minutes" +%H:%M)" $from
  kill $maker || true
  "$py" glyph_report.py $net "$work/decks" "$r" "$here/.."
done
# The index reader's small twin learns from the shipped glyph.onnx, on the patches that its training left.
"$py" glyph_scout.py train "$work/decks" "$r" "$(date -d "+$minutes minutes" +%H:%M)"
"$py" glyph_scout.py export "$work/decks" "$r" "$here/.."
