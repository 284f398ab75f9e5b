# What would keep an evening from working.
doctor-ok = well
doctor-advice = better
doctor-fault = not so

doctor-side-south = the near side
doctor-side-west = the left side
doctor-side-north = the far side
doctor-side-east = the right side
doctor-middle = in the middle
doctor-before = before { $who }

doctor-source-none = No camera was found at this machine: plug one in, or name another source with --source.
doctor-source-cameras = At this machine: { $cameras }.
doctor-source-demo = The simulated table needs no camera.
doctor-source-fails = No pictures come: { $why }.
doctor-source-ok = { $source } gives pictures of { $width }×{ $height } pixels, { $rate } a second.
doctor-source-recorded = { $source } gives pictures of { $width }×{ $height } pixels.
doctor-source-small = Its pictures have { $width }×{ $height } pixels: indices are read well from 1280×720 on. Choose larger pictures in the camera's settings, or bring the camera nearer.
doctor-source-slow = Only { $rate } pictures a second come; below 8 a hand is seen too late. More light, a shorter cable or a nearer router help.
doctor-source-frozen = The picture stands still: the camera sends one and the same again and again. Unplug it and plug it in.

doctor-light-ok = The light is right and steady.
doctor-light-dark = It is too dark (brightness { $level } of 255, at least 40): more light on the table.
doctor-light-bright = It is too bright (brightness { $level } of 255, at most 220): less light, or a shorter exposure.
doctor-light-flickers = The light flickers: another lamp, or set the camera to the mains' 50 or 60 Hz.

doctor-markers-ok = All four markers are seen.
doctor-markers-some = Of the four markers only { $seen } are seen: lay the others ({ $missing }) flat into their corners, inside the picture, with nothing on them.
doctor-markers-none = No markers are seen: the whole picture counts as the table, and a camera that is bumped isn't noticed as surely. `pitboss print markers` prints four.
doctor-markers-tapped = The table lies where its corners were tapped.
doctor-table-fails = The table layout can't be used: { $why }.

doctor-glare-ok = No spot is dazzled.
doctor-glare-at = A dazzling spot lies { $where }: what lies there can't be read. Move the lamp or tilt the camera until it is gone.

doctor-focus-ok = It is sharp { $where }.
doctor-focus-blurred = It is blurred { $where }: clean the lens, focus it, or bring the camera nearer.
doctor-focus-open = Nothing lies { $where } by which sharpness could be told: lay a card there, face up, and ask again.

doctor-cards-ok = All { $named } cards that lie there face up are read.
doctor-cards-open = Of the cards that lie there face up { $named } are read and { $open } are not: look at the light and the focus there, or enrol the deck with `pitboss enroll`.

doctor-deck-ok = The deck { $deck } is known.
doctor-deck-fails = The deck can't be used: { $why }.

doctor-phones-ok = Phones reach this machine at http://{ $address }/.
doctor-phones-taken = Port { $port } is in use already: an evening runs there, or another program; `pitboss run --listen` takes another port.
doctor-phones-alone = This machine is in no network, so no phone can reach it: connect it to the Wi-Fi of the phones.
doctor-phones-local = At { $address } only this machine itself is reached: phones need --listen 0.0.0.0:{ $port }.

doctor-disk-ok = { $free } MB are free in { $folder }; an evening needs at most 300.
doctor-disk-low = Only { $free } MB are free in { $folder }; an evening needs up to 300: make room.
doctor-disk-closed = Nothing can be written in { $folder }: { $why }.

doctor-journal-ok = The journal is whole: { $evenings ->
    [one] one evening
   *[other] { $evenings } evenings
} in it.
doctor-journal-none = There is no journal yet: the first evening begins one.
doctor-journal-fails = The journal can't be used: { $why }.

doctor-good = An evening can begin.
doctor-bad = { $faults ->
    [one] One thing keeps
   *[other] { $faults } things keep
} an evening from working.
