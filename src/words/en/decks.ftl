# Enrolling a deck.
enroll-picture = { $file }: { $n ->
    [one] { $n } card
   *[other] { $n } cards
}
enroll-next = Show { $card } next, alone on the table ({ $n } of { $all } seen).
enroll-took = { $card } taken ({ $n } of { $all } seen).
enroll-ask = Which card is it? It was cut out to { $file }. Perhaps { $cards }. (Enter leaves it open.)
enroll-no-card = { $typed } is no card of this deck; write QH for the queen of hearts, T for ten, a number for Pairs.
enroll-open = Not told: a card of picture { $n }, cut out to { $file }; perhaps { $cards }.
enroll-missing = Not seen: { $cards }. Take another picture in which they lie apart and flat, and enrol again with all pictures.
enroll-weak = Weak: { $card } and { $other } look alike to the reader; it will ask more often.
enroll-strong = No two faces look alike to the reader.
enroll-done = { $deck }: { $n } faces, { $read } read, { $left } named by what was left, { $told } told. The profile is { $file }; use it with --deck { $use }.
