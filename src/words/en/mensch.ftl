# Mensch (rules/mensch.md).

phase-dealing = Dealing
phase-bidding = Bidding
phase-declaring = Naming trumps and partner
phase-tricks = Playing tricks
phase-settled = Settled

mark-dealer = dealer
mark-declarer = declarer
mark-partner = partner

outcome-made = The contract is made.
outcome-failed = The contract fails.
outcome-void = The deal counts for nothing.
outcome-open = The deal is played, but something it needs to be settled isn't known yet.
outcome-redeal = The cards are dealt anew.

bid-none = no bid
bid-pass = Pass
bid-half = Half
bid-after = After
bid-5 = Five
bid-5after = Five After
bid-6 = Six
bid-6after = Six After
bid-7 = Seven
bid-7after = Seven After
bid-solo = Solo

ruling-bid_out_of_turn = { $against } bid out of turn: it was for { $expected } to speak. Each player speaks once, clockwise from the dealer's left. No chips move.
    .ask = Was { $expected } heard before { $against } spoke? Each player speaks once, clockwise from the dealer's left.
ruling-bid_not_legal = { $against } may not bid { $bid } over { $standing }: a bid must be higher, and an After needs its own bid just before it. No chips move.
    .ask = { $bid } by { $against } needs its own bid just before it; was one heard?
ruling-three_club_pass = { $against } passed with three clubs in hand ({ $cards }). Who holds three clubs must bid until { $lapses ->
    [five] Five
   *[after] After
} or more is said. The deal's score stands.
    .ask = Are { $cards } the cards that lay there? Three clubs in one hand forbid a pass.
ruling-called_trump = { $against } called { $card }, a trump. The partner is called by a plain card. Call another one.
    .ask = Was { $card } called, and are those the trumps? A trump can't be called.
ruling-called_not_ace = { $against } called { $card }, but this table calls aces only. Call another one.
    .ask = Was { $card } called? This table calls aces only.
ruling-called_own_card = { $against } called { $card } and held it himself, as he now shows: nobody is his partner. The called card must be in another hand.
    .ask = Is { $card }, the called card, what lay there? It should be in another hand than the declarer's.
ruling-void_in_called_suit = { $against } called { $card } without a card of that suit ({ $suit }): all eight of his cards are known, and another suit could have been called.
    .ask = All eight cards of the declarer were seen, and none is of the called suit ({ $suit }). Are they read right?
ruling-forced_declarer_wrong = After four passes the holder of Q♥ plays. { $holder } has shown Q♥, so { $against } should not have declared, and { $holder } kept silent.
    .ask = Is it Q♥ that lay there, and whose is it? After four passes its holder plays.
ruling-someone_passed_illegally = { $seat } holds only { $n ->
    [0] no club at all
    [one] one club
   *[other] { $n } clubs
} after four passes. The other clubs lie in three hands, so one of those held three and had to bid. Who it was isn't proved yet.
ruling-revoke = { $against } did not follow suit: in trick { $trick } he played { $off } on { $suit }, and now shows { $card }. Who can follow must. { $revoke ->
    [void_deal] The deal counts for nothing.
    [side_loses_contract] His side loses the contract.
   *[flag] The score stands.
}
    .ask = Perhaps a revoke: { $off } in trick { $trick } on { $suit }, and now { $card }. Please look whether these are the cards that lay there.
ruling-card_seen_twice = { $card } was seen twice in this deal. The pack holds one: a card was misread, or the pack is faulty. Nobody is accused.
ruling-deck_foreign = { $card } doesn't belong to this pack of 32. It counts for nothing; check the pack.
ruling-deal_count = { $seat } was dealt { $n } cards instead of { $due ->
    [6] six; the cards are dealt again
    [13] the right number; the dealer, { $against }, answers for the deal
   *[8] eight; the dealer, { $against }, answers for the deal
}.
    .ask = { $seat } seems to have { $n } cards, which is not the right number. Please count.
ruling-play_out_of_turn = { $against } played before { $expected }, whose turn it was. The play goes on; the host may have the card taken back.
    .ask = It was { $expected }'s turn. Did { $against } play first, or was a card not seen?
ruling-wrong_first_leader = { $against } led the first trick, but { $expected } was to lead: the dealer's left, or the Solo player.
    .ask = { $expected } was to lead the first trick. Did { $against } lead, or was a card not seen?
ruling-wrong_trick_winner = { $against } took a trick that { $expected } had won. It counts for { $expected }.
    .ask = The last trick is { $expected }'s. Did { $against } lead, or was a card not seen?
    .remind = The trick belongs to { $expected }, not to { $seat }, who gathered it. It counts for { $expected }.
ruling-two_cards = { $against } laid two cards to trick { $trick }. One of them goes back to the hand; both are known now.
    .ask = Two cards of one seat seem to lie in trick { $trick }. Was a whole trick missed, or does one of them go back?
ruling-missing_card = Trick { $trick } has no card from { $against }.
    .ask = No card of { $against } was seen in trick { $trick }. Which one was it, or was none played?
ruling-impossible_world = The cards no longer add up: { $cards } could lie only where there is room for { $n }.
    .ask = The cards no longer add up: { $cards } could lie only in hands with room for { $n }. A rule was broken, or a card was misread. Nobody is accused; please check the pictures.
ruling-settlement_wrong = { $against } paid { $n } where { $due } was due. The difference goes back.
    .ask = { $n } chips were entered where { $due } are due. Is that the number?
    .remind = { $against } still owes chips: { $due } are due, { $n } were paid.
ruling-claim_early = { $against } may not claim: at this table all eight tricks are played.
    .ask = At this table all eight tricks are played. Was that a claim?
    .remind = At this table all eight tricks are played. Please play on.

rules-mensch-title = Mensch
rules-mensch-01 = Four players, each for himself; 32 cards, 7 to ace in four suits. Everybody is dealt eight. The deal passes to the left.
rules-mensch-02 = Bidding: each player speaks once, from the dealer's left. The ladder is Half, After, Five, Five After, Six, Six After, Seven, Seven After, Solo. An After may be said only when its own bid is the highest so far; any other bid must be higher than the last.
rules-mensch-03 = { option-mensch-obligation_lapses_at } { option-mensch-q_clubs_counts_for_obligation }
rules-mensch-04 = Half and After: clubs are trumps, the declarer calls a partner, together they need five tricks. Five, Six, Seven: the declarer names trumps and needs so many tricks alone; their After forms make clubs trumps. Solo: all eight tricks alone, with any trumps.
rules-mensch-05 = If all four pass, the holder of Q♥ plays the forced game: he names trumps, calls a partner, and together they need five tricks.
rules-mensch-06 = The partner is called by a card that is no trump, of a suit of which the declarer holds a card. { option-mensch-call_rank } { option-mensch-call_void_waiver } { option-mensch-called_card_held } The holder of the called card is the partner and says nothing until he plays it.
rules-mensch-07 = The dealer's left leads to the first trick; in Solo the declarer does. Follow suit if you can; otherwise play anything. The highest trump wins, else the highest card of the suit led; the winner leads next.
rules-mensch-08 = Q♣ is always the highest trump, whatever suit is trumps, and belongs to that suit for every purpose. The 7 of trumps is second; then A K Q J 10 9 8. In plain suits: A K Q J 10 9 8 7.
rules-mensch-09 = Chips. Half and After: each opponent pays 1 to one of the side; failed, each of the side pays 2. Forced: 1 either way. { option-mensch-plain_number_success } { option-mensch-plain_number_failure } With clubs or as After: 2 from or to each opponent. Solo: 4, with clubs 8.
rules-mensch-10 = { option-mensch-slam_partner } { option-mensch-slam_on_forced } Solo is never doubled, nor is a failed contract.
rules-mensch-11 = Who can follow suit and doesn't, revokes. { option-mensch-revoke } { option-mensch-claims }

option-mensch-q_clubs_counts_for_obligation = { $q_clubs_counts_for_obligation ->
    [false] Q♣ is not one of the three clubs that forbid a pass.
   *[true] Q♣ counts as one of the three clubs that forbid a pass.
}
option-mensch-obligation_lapses_at = { $obligation_lapses_at ->
    [five] Who holds three clubs or more may not pass until Five or more is bid.
   *[after] Who holds three clubs or more may not pass while no bid, or only Half, stands.
}
option-mensch-called_card_held = { $called_card_held ->
    [plays_alone] A declarer who calls a card of his own plays alone against three: he gets 1 from each; failed, he pays 2 to each, in the forced game 1.
   *[forbidden] The declarer may not call a card that he holds.
}
option-mensch-call_rank = { $call_rank ->
    [ace_only] Only aces may be called.
   *[any] Any plain card may be called.
}
option-mensch-call_void_waiver = { $call_void_waiver ->
    [false] The declarer may never call a suit that he doesn't hold.
   *[true] A declarer who could call in no suit of his own may call any plain card.
}
option-mensch-plain_number_success = { $plain_number_success ->
    [1] A made Five, Six or Seven in a plain suit earns 1 chip from each opponent.
   *[3] A made Five, Six or Seven in a plain suit earns 3 chips from each opponent, as the text has it literally; many think that 1 was meant.
}
option-mensch-plain_number_failure = { $plain_number_failure ->
    [one] A failed one costs 1 chip to each opponent.
   *[other] A failed one costs { $plain_number_failure } chips to each opponent.
}
option-mensch-slam_partner = { $slam_partner ->
    [bidder_alone] A contract made with all eight tricks pays double, if the declarer takes them all himself.
   *[side] A contract made with all eight tricks pays double, whoever of the declarer's side takes them.
}
option-mensch-slam_on_forced = { $slam_on_forced ->
    [false] The forced game is never doubled.
   *[true] The forced game is doubled too.
}
option-mensch-revoke = { $revoke ->
    [void_deal] A proven revoke voids the deal.
    [side_loses_contract] The side that revokes loses the contract.
   *[flag] A proven revoke is told; the score stands.
}
option-mensch-claims = { $claims ->
    [yes] A claim that the host accepts ends the deal.
   *[no] All eight tricks are played out.
}
