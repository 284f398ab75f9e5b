// The three games in short, English.
export default {
  mensch: [
    ["Cards and players", "Four play, each for himself; partners last one deal. 32 cards: 7 8 9 10 J Q K A. Eight cards each, the deal moves left."],
    ["Bidding", "From the dealer's left everybody speaks once: pass, or a higher bid. The ladder: Half, After, Five, Five After, Six, Six After, Seven, Seven After, Solo.", "An After bid is allowed only right over its own base. Three or more clubs oblige you to bid while nothing or only Half stands."],
    ["Trumps", "Half and every After bid play with clubs. Five, Six, Seven and Solo name any suit. The queen of clubs is always the highest trump, the seven of trumps the second highest."],
    ["A partner", "After Half, After or four passes the declarer calls a plain card of a suit that he holds; whoever has it is the partner and says nothing. After four passes the holder of the queen of hearts must play: he names trumps and calls a partner."],
    ["Play", "The dealer's left leads; in Solo the declarer does. Follow the suit led if you can; the queen of clubs belongs to the trumps. Nobody must trump or beat."],
    ["Chips", "Half, After and forced: the side needs five tricks. Five, Six, Seven: that many alone. Solo: all eight. All eight tricks double, except in Solo."],
  ],
  monster: [
    ["Cards and players", "Four to eight play. 55 cards: one 1, two 2s … ten 10s. Six cards each, everybody antes."],
    ["A round", "In turn, each discards face down whatever leaves no pair in the hand, or folds. The discards become the Monster."],
    ["The fight", "The best hand without a pair is the champion and meets the Monster: distinct ranks, highest first. If the champion is better, the pot is his; if not, he pays and is out of the next round."],
  ],
  michigan_rummy: [
    ["Cards and players", "Two to nine play. 52 cards and a board of pay cards; everybody puts chips on every compartment. One hand more than players is dealt."],
    ["Poker", "From the hand each makes a poker hand; the best takes the poker chips."],
    ["The run", "The lowest card of a suit is led; whoever holds the next higher plays it, until nobody can. The last player leads another suit. A pay card takes its compartment. Who is out of cards first takes the kitty."],
  ],
};
