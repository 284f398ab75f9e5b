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
ruling-short_call = { $against } called with fewer chips than the bet that stands. To stay in he adds the rest.
    .ask = Is that all that was put in? A call makes up the bet that stands.
ruling-poker_undecided = Not everybody who was in faced five cards.
    .ask = Not everybody who was in faced five cards. Those that lie faced share the pool, or it stays; enter what is missing and the chips are corrected.
ruling-lead_not_lowest = { $against } led a card that was not his lowest of the suit: he held a lower one ({ $other } shows it beside { $card }). The lowest must be led.
    .ask = Perhaps not the lowest card of the suit was led: { $card } and { $other }. Please look whether these are the cards that lay there.
ruling-withheld_next = { $against } held the next card of the run ({ $card }) when it was stopped. Who holds the next card must play it.
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
rules-michigan_rummy-01 = Two to nine players, 52 cards, a board with nine compartments. The dealer puts 2 chips in each compartment, everybody else 1; what is left from earlier deals stays.
rules-michigan_rummy-02 = The whole pack is dealt, one hand more than there are players: the dummy. The dealer picks one of the two hands before him unseen.
rules-michigan_rummy-03 = He keeps the dummy aside, swaps his whole hand for it unseen, or sells it to the highest bidder, who then swaps his. Who holds a pay card may neither swap nor bid.
rules-michigan_rummy-04 = Poker: each chooses five of his cards. From the dealer: pass, bet, call, raise or fold. The best hand takes the poker pool; equal hands share it.
rules-michigan_rummy-05 = Runs: the leader lays the lowest card that he holds of any suit. Whoever has the next higher card of the suit lays it, and so on, until an ace, or until nobody has the next card.
rules-michigan_rummy-06 = The player of the last card leads again, the lowest of another suit; if he has none, the lead passes to the left.
rules-michigan_rummy-07 = Pay cards pay when they are played: 10♥, Q♥, A♥, J♠, K♣ alone; Q♥ and K♥, or 7-8-9 of one suit, by the same player one after the other.
rules-michigan_rummy-08 = Who plays his last card takes the pot in the middle, and the deal is over. If nobody can lead another suit, it ends without one.
rules-michigan_rummy-09 = At the end of the evening everything left on the board is played for with five cards face up.

option-michigan_rummy-board = The board: { $value }.
option-michigan_rummy-pay = { $value ->
    [held] Pay cards pay before the first lead, to whoever holds them.
   *[played] Pay cards pay when they are played.
}
option-michigan_rummy-first_leader = { $value ->
    [left_of_dealer] The dealer's left leads first.
    [poker_winner] The winner of the poker hand leads first.
   *[dealer] The dealer leads first.
}
option-michigan_rummy-restart = { $value ->
    [different_color] After a stop a suit of the other colour is led.
    [any_suit] After a stop any suit may be led.
   *[different_suit] After a stop another suit is led.
}
option-michigan_rummy-no_restart = { $value ->
    [refund_collected] If nobody can lead, whatever was collected goes back.
    [lead_same_suit] If nobody can lead another suit, the player of the last card leads the same.
   *[end_no_payout] If nobody can lead, the deal ends; what was collected is kept, the pot stays.
}
option-michigan_rummy-penalty = { $value ->
    [chip_each_and_no_collect] Not leading the lowest card, or withholding one, costs a chip to each opponent and every pay card of that deal.
   *[flag] Not leading the lowest card, or withholding one, is told; the table decides.
}
option-michigan_rummy-per_card_bonus = { $value ->
    [0] Cards left in the hands cost nothing.
   *[other] Each card left in a hand costs { $value } to the winner.
}
option-michigan_rummy-combo_cards_block = { $value ->
    [none] Only single pay cards forbid an exchange.
    [any] K♥ and every 7, 8 and 9 forbid an exchange too.
   *[complete] A complete 7-8-9 of one suit forbids an exchange too.
}
option-michigan_rummy-resell = { $value ->
    [yes] The dealer may sell his old hand after a swap.
   *[no] The dealer may not sell his old hand after a swap.
}
option-michigan_rummy-min_bid = The lowest bid for the dummy is { $value }.
option-michigan_rummy-auction = { $value ->
    [sealed] Everybody bids once, unseen; the highest buys.
   *[ascending] Bids for the dummy ascend; a pass is final.
}
option-michigan_rummy-bet_cap = { $value ->
    [none] Bets have no limit.
   *[other] Nobody puts more than { $value } into the poker pool.
}
option-michigan_rummy-poker_opener = { $value ->
    [left_of_dealer] The dealer's left opens the betting.
   *[dealer] The dealer opens the betting.
}
option-michigan_rummy-poker_odd_chip = { $value ->
    [first_left_of_dealer] Odd chips of a shared pool go one each from the dealer's left.
   *[leave_in_pool] Odd chips of a shared pool stay in it.
}
option-michigan_rummy-ace_low_straight = { $value ->
    [false] A-2-3-4-5 is no straight.
   *[true] A-2-3-4-5 is the lowest straight.
}
option-michigan_rummy-auto_best5 = { $value ->
    [yes] Each player's best five cards count.
   *[no] The five cards that a player chose count.
}
option-michigan_rummy-late_claim = { $value ->
    [forfeited] Chips not taken before the next card stay on the board.
   *[allowed] A forgotten collection can be made good.
}
option-michigan_rummy-final_odd_chip = In the last hand odd chips go one each from the dealer's left.
option-michigan_rummy-endgame = { $value ->
    [divide] At the end of the evening the board is divided.
   *[poker] At the end of the evening the board is played for.
}
