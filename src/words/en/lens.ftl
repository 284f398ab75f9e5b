# Measuring a lens.
lens-good = { $name }: { $corners } corners, good view { $n } of { $all }; the board was in { $percent } % of the picture.
lens-few = { $name }: { $corners } corners of the board are seen; all of it must show, sharp and still.
lens-same = { $name }: much the same as before; show it elsewhere, or at another slant.
lens-size = { $name }: this picture has another size than those before.
lens-next = Show the board here next, still: { $across }, { $down }.
lens-left = left
lens-middle = middle
lens-right = right
lens-top = top
lens-bottom = bottom
lens-measured = Measured from { $n } views in { $percent } % of the picture: the corners lie { $px } px from where the lens shows them. Nothing was kept; --save NAME keeps it.
lens-kept = Measured from { $n } views in { $percent } % of the picture: the corners lie { $px } px from where the lens shows them. Kept as { $file }.
