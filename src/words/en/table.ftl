# What all games share.
nobody = nobody in particular

verdict-disputed = { $said } This rests on a reading of the rules that tables decide for themselves (option { $option }).
verdict-inconclusive = Not proved: { $said } If a card was misread, say which one lies there; nobody is accused until then.
verdict-reminder = To remember: { $said }
decided-by = Only { $unseen }, laid and not seen, would explain it: it is decided once it is known where that lies.
decided-by-all = A card laid and not seen may explain it: the hands turned up at the end decide it.

suit-C = ♣ clubs
suit-D = ♦ diamonds
suit-H = ♥ hearts
suit-S = ♠ spades

reason-ante = ante
reason-contract = contract
reason-penalty = penalty
reason-fine = fine by the host
reason-correction = correction
reason-void = deal voided

awaited-deal = the cards to be dealt
awaited-bid = a bid
awaited-trump = the trump suit
awaited-partner = the called card
awaited-card = a card
awaited-gather = the trick to be gathered
awaited-answer = the host's answer
awaited-settle = the settlement

settle-chips = { $n ->
    [one] { $n } chip
   *[other] { $n } chips
}
settle-left = The { $n } chips left over are divided equally above.
settle-even = Nobody owes anybody anything.
settle-pays = { $payer } pays { $payee } { $amount }

rules-options = Where this table departs from the usual rules:
