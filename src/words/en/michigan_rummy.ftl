# Michigan Rummy (rules/michigan_rummy.md).

phase-dummy = The dummy hand
phase-poker = Poker
phase-stops = Runs
phase-turn_up = Turning up what is left
phase-final = The last hand of the evening

mark-poker_winner = won the poker

awaited-pick = the dealer's pick of two hands
awaited-dummy = what becomes of the dummy hand
awaited-auction = bids for the dummy hand
awaited-poker = a bet, a call or a fold
awaited-poker_show = five cards for the showdown
awaited-lead = a lead, the lowest of a suit
awaited-next_card = the next card of the run
awaited-turn_up = the cards left, and the set-aside hand, turned up

outcome-went_out = A player is out and takes the pot.
outcome-no_restart = Nobody can lead another suit: the deal ends, and the pot stays.
outcome-final = The board is paid out; the evening is over.

reason-bet = bet
reason-poker = poker pool
reason-pay_card = pay card
reason-dummy = dummy hand
reason-cards_left = cards left in the hand
reason-refund = given back
reason-final = last hand

ruling-exchange_with_pay_card = { $against } exchanged his hand although it held a pay card ({ $card }), which now lies in the set-aside hand. A hand with a pay card may not be exchanged.
    .ask = { $card } lies in the hand that { $against } exchanged. Is that the card? A hand with a pay card may not be exchanged.
ruling-partial_exchange = The hand that { $against } put aside is no whole hand: a hand is exchanged all or not at all.
    .ask = The hand that { $against } put aside seems not to be whole. Please count it.
ruling-dummy_peeked = { $against } turned up a card of the dummy before it was decided what becomes of it. It is exchanged unseen.
    .ask = Did { $against } turn up a card of the dummy before deciding?
ruling-blocked_bidder = { $against } bid for the dummy and held a pay card ({ $card }). Who holds one may not bid.
    .ask = { $against } bid for the dummy and now shows { $card }. Is that the card? Who holds a pay card may not bid.
ruling-poker_card_count = { $against } faced another number than five cards at poker.
    .ask = { $against } seems to face another number than five cards. Please count.
ruling-bet_out_of_order = { $against } spoke out of turn in the betting.
    .ask = Was somebody heard before this bet? The betting goes clockwise.
ruling-bet_over_cap = { $against } put more into the poker pool than this table allows ({ $cap }). What is over goes back.
    .ask = Is that what was put in? This table allows { $cap } each.
ruling-short_call = { $against } called with fewer chips than the bet that stands. To stay in he adds the rest.
    .ask = Is that all that was put in? A call makes up the bet that stands.
ruling-poker_undecided = Not everybody who was in faced five cards.
    .ask = Not everybody who was in faced five cards. Those that lie faced share the pool, or it stays; enter what is missing and the chips are corrected.
ruling-lead_not_lowest = { $against } led a card that was not his lowest of the suit: he held a lower one ({ $other } shows it beside { $card }). The lowest must be led.{ $penalty ->
    [chip_each_and_no_collect] { " " }He pays a chip to each opponent and collects no pay card any more in this deal.
   *[flag] { "" }
}
    .ask = Perhaps not the lowest card of the suit was led: { $card } and { $other }. Please look whether these are the cards that lay there.
ruling-withheld_next = { $against } held the next card of the run ({ $card }) when it was stopped. Who holds the next card must play it.{ $penalty ->
    [chip_each_and_no_collect] { " " }He pays a chip to each opponent and collects no pay card any more in this deal.
   *[flag] { "" }
}
    .ask = Perhaps the next card of a run was withheld ({ $card }). Please look whether that is the card.
ruling-wrong_card_in_run = { $against } laid { $card }, which doesn't continue the run: only the next higher card of the suit does.
    .ask = { $card } doesn't continue the run. Did { $against } lead after a stop, or was a card misread or not seen?
ruling-restart_same_suit = { $against } led { $card } in a suit that may not be led after this stop. Another one goes on.
    .ask = { $card } is of a suit that may not be led after this stop. Is that the card?
ruling-false_restart_pass = { $against } passed the lead and held { $card }, a card of a suit that he could have led.
    .ask = { $against } passed the lead and now shows { $card }. Is that the card?
ruling-wrong_leader = { $against } led, but the lead belonged to the player of the last card, who hadn't passed.
    .ask = Was the lead passed to { $against }? It belonged to the player of the last card.
ruling-wrong_collection = { $against } took a compartment that his cards don't pay. The chips go back.
    .ask = Which compartment was emptied, and by whom? The cards laid don't pay that one.
ruling-false_out = { $against } said that he was out and held a card ({ $card }). The deal goes on.
    .ask = { $against } said that he was out. Is { $card } his card?
ruling-card_changed_hands = { $card } was shown at poker by another player than the one who now plays it. A card was passed on, or misread; nobody is accused.
ruling-poker_card_not_owned = { $against } showed { $card } at poker, and it lies in a hand that is not his.
    .ask = { $card } was shown at poker by { $against } and now lies in another hand. Is that the card?
ruling-missed_collection = The chips for { $card } still lie on the board.
    .remind = { $seat } may take the chips for { $card }.

rules-michigan_rummy-title = Michigan Rummy
rules-michigan_rummy-01 = Two to nine players and 52 cards. { option-michigan_rummy-board } The dealer puts 2 chips in each compartment, everybody else 1; what is left from earlier deals stays.
rules-michigan_rummy-02 = The whole pack is dealt, one hand more than there are players: the dummy. The dealer picks one of the two hands before him unseen.
rules-michigan_rummy-03 = He keeps the dummy aside, swaps his whole hand for it unseen, or sells it. { option-michigan_rummy-auction } { option-michigan_rummy-min_bid } The buyer swaps his whole hand for it. { option-michigan_rummy-resell } Who holds a card that pays alone may neither swap nor bid. { option-michigan_rummy-combo_cards_block }
rules-michigan_rummy-04 = { $poker ->
    [no] This board has no poker pool: no poker is played.
   *[yes] Poker: each chooses five of his cards. { option-michigan_rummy-poker_opener } In turn each passes, bets, calls, raises or folds. { option-michigan_rummy-bet_cap } The best hand takes the poker pool; equal hands share it. { option-michigan_rummy-poker_odd_chip } { option-michigan_rummy-auto_best5 } { option-michigan_rummy-ace_low_straight }
}
rules-michigan_rummy-05 = Runs: { option-michigan_rummy-first_leader } The leader lays the lowest card that he holds of a suit. Whoever has the next higher card of the suit lays it, and so on, until an ace, or until nobody has the next card. { option-michigan_rummy-penalty }
rules-michigan_rummy-06 = { option-michigan_rummy-restart } The player of the last card leads; if he has none to lead, the lead passes to the left. { option-michigan_rummy-no_restart }
rules-michigan_rummy-07 = { option-michigan_rummy-pay } { option-michigan_rummy-late_claim }
rules-michigan_rummy-08 = Who plays his last card { $pot ->
    [no] wins the deal, which is over
   *[yes] takes the pot in the middle, and the deal is over
}. { option-michigan_rummy-per_card_bonus }
rules-michigan_rummy-09 = { option-michigan_rummy-endgame } { option-michigan_rummy-final_odd_chip }

compartment-single = { $cards }
compartment-ordered = { $cards } one after the other by one player
compartment-run = { $ranks } of one suit one after the other by one player
compartment-poker = the poker pool
compartment-pot = the pot in the middle

option-michigan_rummy-board = The board has { $compartments } compartments: { $board }.
option-michigan_rummy-pay = { $pay ->
    [held] Pay cards pay before the first lead, to whoever holds them.
   *[played] Pay cards pay when they are played.
}
option-michigan_rummy-first_leader = { $first_leader ->
    [left_of_dealer] The dealer's left leads first.
    [poker_winner] The winner of the poker hand leads first.
   *[dealer] The dealer leads first.
}
option-michigan_rummy-restart = { $restart ->
    [different_color] After a stop a suit of the other colour is led.
    [any_suit] After a stop any suit may be led.
   *[different_suit] After a stop another suit is led.
}
option-michigan_rummy-no_restart = { $no_restart ->
    [refund_collected] If nobody can lead, the deal ends; whatever the runs paid goes back, and the board stays as it was.
    [lead_same_suit] If nobody can lead such a suit, the player of the last card, or the next with cards, leads the stopped suit.
   *[end_no_payout] If nobody can lead, the deal ends; what was collected is kept, everything else stays on the board.
}
option-michigan_rummy-penalty = { $penalty ->
    [chip_each_and_no_collect] Not leading the lowest card, or withholding one, costs a chip to each opponent and every pay card of that deal.
   *[flag] Not leading the lowest card, or withholding one, is told; the table decides.
}
option-michigan_rummy-per_card_bonus = { $per_card_bonus ->
    [0] Cards left in the hands cost nothing.
    [one] Each card left in a hand costs 1 chip to the winner.
   *[other] Each card left in a hand costs { $per_card_bonus } chips to the winner.
}
option-michigan_rummy-combo_cards_block = { $combo_cards_block ->
    [none] Cards that pay only together don't forbid it.
    [any] Every card that pays together with others forbids it too.
   *[complete] Cards that pay only together forbid it too, where the hand holds them all.
}
option-michigan_rummy-resell = { $resell ->
    [yes] The dealer may sell his old hand after a swap.
   *[no] The dealer may not sell his old hand after a swap.
}
option-michigan_rummy-min_bid = The lowest bid for the dummy is { $min_bid }.
option-michigan_rummy-auction = { $auction ->
    [sealed] Everybody else bids once for the dummy, unseen; the highest buys.
   *[ascending] Bids for the dummy ascend; a pass is final, and the highest buys.
}
option-michigan_rummy-bet_cap = { $bet_cap ->
    [none] Bets have no limit.
   *[other] Nobody puts more than { $bet_cap } into the poker pool.
}
option-michigan_rummy-poker_opener = { $poker_opener ->
    [left_of_dealer] The dealer's left opens the betting.
   *[dealer] The dealer opens the betting.
}
option-michigan_rummy-poker_odd_chip = { $poker_odd_chip ->
    [first_left_of_dealer] Odd chips of a shared pool go one each from the dealer's left.
   *[leave_in_pool] Odd chips of a shared pool stay in it.
}
option-michigan_rummy-ace_low_straight = { $ace_low_straight ->
    [false] A-2-3-4-5 is no straight.
   *[true] A-2-3-4-5 is the lowest straight.
}
option-michigan_rummy-auto_best5 = { $auto_best5 ->
    [yes] Each player's best five cards count.
   *[no] The five cards that a player chose count.
}
option-michigan_rummy-late_claim = { $late_claim ->
    [forfeited] Chips not taken before the next card stay on the board.
   *[allowed] A forgotten collection can be made good.
}
option-michigan_rummy-final_odd_chip = Odd chips of the last sharing go one each from the dealer's left.
option-michigan_rummy-endgame = { $endgame ->
    [divide] At the end of the evening everything left on the board is divided equally.
   *[poker] At the end of the evening everything left on the board is played for with five cards face up; equal hands share it.
}
