# The printed pages of what lies where: one a game; numbers are those of the picture.
game-monster = Monster
game-mensch = Mensch
game-michigan_rummy = Michigan Rummy

procedures-all = Where cards lie so that the camera can see them
procedures-camera = The camera sees the whole table, and the four markers lie in its corners. Cards lie flat and show their corners; a hand that is done leaves the table.

procedures-monster-hand = Your six cards, spread face down before you. Look at them there and put them back spread. Folded cards stay before you, pushed together.
procedures-monster-pile = The Monster. Each player's discards go face down to the player's own edge of the middle, as a small fan beside the others. Nobody touches them before the fight.
procedures-monster-stock = The cards not dealt: one pile, face down, left of the middle.
procedures-monster-end = At the showdown everybody who is left turns the hand up before the own seat, spread so that every number shows. Then the Monster is turned up, spread over the middle.

procedures-mensch-trick = The trick. Each lays one card face up in the middle, on the own side, and takes the hand away before the next plays. No card covers another's corners.
procedures-mensch-won = Won tricks: squared, face down, at the winner's right hand, one across the other. They stay there until the deal is settled.
procedures-mensch-hand = Hands are held, never laid down.
procedures-mensch-end = The winner gathers a trick once the scoreboard shows all four cards. A card of it may be turned up once more before the next lead: the camera takes that for nobody's play.

procedures-michigan_rummy-board = The board, and the chips on its compartments.
procedures-michigan_rummy-aside = The hand that nobody plays, face down beside the board.
procedures-michigan_rummy-front = What you played, face up before you, one card beside the other so that every index shows; when the row is full, a second one nearer to you.
procedures-michigan_rummy-hand = Hands are held.
procedures-michigan_rummy-end = At the end everybody turns up what is left, before the own seat and spread, and then the hand beside the board is turned up: only so can every wrong stop be found, and nobody is blamed wrongly.
