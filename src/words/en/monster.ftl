# Monster (rules/monster.md).

phase-deal = Dealing
phase-acts = Discarding or folding
phase-showdown = Showdown
phase-fight = Facing the Monster
phase-over = Over

mark-folded = folded
mark-out = out
mark-champion = champion

awaited-act = a discard or a fold
awaited-showdown = the hands that were kept, turned up
awaited-pile = the Monster's pile, turned up

outcome-champion_wins = The champion beats the Monster and takes the pot.
outcome-champions_split = The champions beat the Monster and share the pot.
outcome-champion_loses = The champion loses; the only survivor takes the pot.
outcome-champions_lose = The champions lose; the only survivor takes the pot.

reason-pot = pot

ruling-eliminated_player_acts = { $against } is out of this game and plays all the same. Those cards count for nothing; the others play on.
    .ask = Cards lie before a seat that is out of this game. Whose are they?
ruling-out_of_turn = { $against } moved cards before the player whose turn it was. Starters act clockwise, once each. No chips move.
    .ask = Did { $against } move cards before his turn?
ruling-too_many_discards = { $against } put more than three cards on the pile. Three are the most; the rest goes back, or the hand is folded.
    .ask = Please count the fan of { $against }: three cards may be discarded.
ruling-fold_into_monster = { $against } folded, and the pile grew. A folded hand is laid out of play, never on the Monster's pile.
    .ask = Did cards of the hand that { $against } folded get on the pile? Please count it.
ruling-pair_kept = { $against } kept two cards of one rank ({ $card }). { $pair_at_showdown ->
    [void_round] The round counts for nothing: no chips move, and the same starters play again.
    [pays_penalty] Such a hand is dead: it can't be champion, and its owner pays { $penalty } to the pot and is out of the game; its discards stay in the Monster.
   *[dead_hand] Such a hand is dead: it can't be champion and is out of the game; its discards stay in the Monster.
}
    .ask = Please look at the cards of { $against }: is one of two { $card } misread?
ruling-hand_count_mismatch = The cards that { $against } shows and those he discarded don't make six. Six were dealt.
    .ask = The cards that { $against } shows and those he discarded don't make six. Please spread the hand: one may lie under another.
ruling-monster_pile_count = The pile doesn't hold as many cards as were discarded. Nobody in particular is proved to have done it.
ruling-wrong_champion = The pot went to the wrong hand: the cards that lie faced say otherwise. Nobody is accused; the chips go back.
ruling-monster_not_deduped = The Monster counts each rank once. With duplicates left out the champion beats it: the pot is his.
ruling-deck_invalid = { $card } lies here too often for this pack, or doesn't belong to it. A card was misread, or the pack is faulty; nobody is accused, and the round counts for nothing.
    .ask = { $card } lies here too often for this pack, or doesn't belong to it. Which card is it?
ruling-drew_replacement = { $against } took a card from the stock after discarding. Discards aren't replaced.
    .ask = Did { $against } take a card from the stock?
ruling-ante_wrong = { $against } put in { $paid } where { $ante } was due.
    .ask = { $paid } chips were entered where { $ante } are due. Is that the number?
ruling-penalty_unpaid = { $against } lost to the Monster and owes the pot { $penalty } chips.
    .ask = Were { $penalty } chips put into the pot? Who loses to the Monster owes them.
    .remind = { $against } lost to the Monster and still owes the pot { $penalty } chips.
ruling-round_incomplete = The round was settled by the cards that were seen faced; a hand never turned up counts as folded.
    .ask = The round was settled by the cards that were seen faced; a hand never turned up counts as folded. If something is missing, enter it and the chips are corrected.

rules-monster-title = Monster
rules-monster-01 = The Pairs deck: 55 cards, rank r occurs r times, no suits. Each antes once for the whole game: 2 chips where 4 or 5 play, 1 chip where 6 to 8 play. { option-monster-ante_override } { option-monster-short_stack }
rules-monster-02 = Each starter is dealt six cards; a wrong deal noticed before the first act is dealt again. { option-monster-late_misdeal } From the dealer's left each acts once: discard up to three cards face down on the pile and keep the rest, or fold all six out of play. Discards aren't replaced.
rules-monster-03 = A kept hand may not hold two cards of one rank. { option-monster-pair_at_showdown } Who has fewer than three ranks must fold.
rules-monster-04 = After all have acted the kept hands are compared. { option-monster-muck } The highest card wins, then the next, and so on; a card beats no card. The best hand is the champion.
rules-monster-05 = The champion faces the Monster: the ranks of the pile, each counted once. He must be better; a tie is the Monster's. { option-monster-lone_live }
rules-monster-06 = If he wins, the pot is his; several champions share it. { option-monster-odd_chip }
rules-monster-07 = If he loses, he is out, as are all who folded. { option-monster-penalty } The surviving hands play another round without ante; a single survivor takes the pot. If all fold, the same starters play again. { $lone_live ->
    [auto_win] { "" }
   *[must_fight] { option-monster-lone_loss_pays }{ " " }
}{ option-monster-tie_loss_last_two }
rules-monster-08 = The button moves one seat to the left when the pot has been emptied.

option-monster-lone_live = { $lone_live ->
    [auto_win] Who is left alone after all others folded takes the pot unseen.
   *[must_fight] Who is left alone after all others folded must still face the Monster.
}
option-monster-lone_loss_pays = { $lone_loss_pays ->
    [no] Who is left alone after all others folded and loses pays nothing, and the same starters play again.
   *[yes] Who is left alone after all others folded and loses pays that too, and the same starters play again.
}
option-monster-tie_loss_last_two = { $tie_loss_last_two ->
    [restart_round] Tied champions who lose with nobody else alive: all starters of the round play again.
   *[tied_pair_continues] Tied champions who lose with nobody else alive play on alone.
}
option-monster-odd_chip = { $odd_chip ->
    [first_left_of_dealer] Odd chips of a split go one each to the champions from the dealer's left.
   *[leave_in_pot] Odd chips of a split stay for the next game.
}
option-monster-muck = { $muck ->
    [allowed] A losing hand may stay face down; its owner plays on.
   *[forbidden] Every kept hand is turned up.
}
option-monster-pair_at_showdown = { $pair_at_showdown ->
    [pays_penalty] A kept hand with a pair is dead, and its owner is out and pays what a losing champion pays.
    [void_round] A kept hand with a pair voids the round: no chips move, and the same starters play again.
   *[dead_hand] A kept hand with a pair is dead; its owner is out.
}
option-monster-short_stack = { $short_stack ->
    [pay_what_you_have] Who has too few chips pays what he has.
   *[debt] Who has too few chips owes the rest.
}
option-monster-ante_override = { $ante_override ->
    [null] Two, three or nine players can't play.
   *[other] Two, three or nine players can play, for an ante of { $ante_override } each.
}
option-monster-late_misdeal = { $late_misdeal ->
    [play_on] A wrong deal noticed after the first act is played on.
   *[void_round] A wrong deal noticed after the first act voids the round.
}
option-monster-penalty = A losing champion pays { $penalty ->
    [one] 1 chip
   *[other] { $penalty } chips
} to the pot.
