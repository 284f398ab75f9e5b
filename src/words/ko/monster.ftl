# 몬스터 (rules/monster.md).

phase-deal = 카드 나누는 중
phase-acts = 버리기 또는 폴드
phase-showdown = 패 공개
phase-fight = 몬스터와 대결
phase-over = 끝

mark-folded = 폴드
mark-out = 탈락
mark-champion = 챔피언

awaited-act = 버리기 또는 폴드
awaited-showdown = 남긴 패 공개
awaited-pile = 몬스터 더미 공개

outcome-champion_wins = 챔피언이 몬스터를 이기고 팟을 가져갑니다.
outcome-champions_split = 챔피언들이 몬스터를 이기고 팟을 나눕니다.
outcome-champion_loses = 챔피언이 졌고, 남은 한 명이 팟을 가져갑니다.
outcome-champions_lose = 챔피언들이 졌고, 남은 한 명이 팟을 가져갑니다.

reason-pot = 팟

ruling-eliminated_player_acts = { $against } 님은 이번 게임에서 탈락했는데 카드를 냈습니다. 그 카드는 세지 않고 나머지 사람들이 계속합니다.
    .ask = 이번 게임에서 탈락한 자리에 카드가 있습니다. 누구의 카드입니까?
ruling-out_of_turn = { $against } 님이 차례가 아닌데 카드를 움직였습니다. 시계 방향으로 한 번씩만 합니다. 칩은 움직이지 않습니다.
    .ask = { $against } 님이 차례보다 먼저 카드를 움직였습니까?
ruling-too_many_discards = { $against } 님이 네 장 이상을 버렸습니다. 최대 세 장입니다. 나머지는 되돌리거나 폴드합니다.
    .ask = { $against } 님이 버린 카드를 세어 주십시오. 세 장까지 버릴 수 있습니다.
ruling-fold_into_monster = { $against } 님이 폴드했는데 더미가 늘었습니다. 폴드한 패는 더미가 아니라 옆에 치워 둡니다.
    .ask = { $against } 님이 폴드한 카드가 더미에 들어갔습니까? 더미를 세어 주십시오.
ruling-pair_kept = { $against } 님이 같은 숫자({ $card }) 두 장을 남겼습니다. { $pair_at_showdown ->
    [void_round] 이 라운드는 무효입니다. 칩은 움직이지 않고 같은 사람들이 다시 합니다.
    [pays_penalty] 이런 패는 죽은 패라서 챔피언이 될 수 없고, 팟에 { $penalty }개를 내고 탈락합니다. 버린 카드는 몬스터에 남습니다.
   *[dead_hand] 이런 패는 죽은 패라서 챔피언이 될 수 없고 탈락합니다. 버린 카드는 몬스터에 남습니다.
}
    .ask = { $against } 님의 카드를 보아 주십시오. { $card } 두 장 중 잘못 읽은 카드가 있습니까?
ruling-hand_count_mismatch = { $against } 님이 보여 준 카드와 버린 카드를 합쳐도 여섯 장이 아닙니다. 여섯 장을 받았습니다.
    .ask = { $against } 님이 보여 준 카드와 버린 카드를 합쳐도 여섯 장이 아닙니다. 겹친 카드가 없는지 펼쳐 주십시오.
ruling-monster_pile_count = 더미의 장수가 버린 장수와 다릅니다. 누가 그랬는지는 증명되지 않았습니다.
ruling-wrong_champion = 팟이 다른 사람에게 갔습니다. 펼쳐진 카드로는 그렇지 않습니다. 아무도 탓하지 않으며 칩을 되돌립니다.
ruling-monster_not_deduped = 몬스터는 같은 숫자를 한 번만 셉니다. 중복을 빼면 챔피언이 이기므로 팟은 챔피언의 것입니다.
ruling-deck_invalid = { $card } 카드가 이 덱보다 많이 나왔거나 이 덱의 카드가 아닙니다. 잘못 읽었거나 덱이 틀렸습니다. 아무도 탓하지 않으며 이 라운드는 무효입니다.
    .ask = { $card } 카드가 이 덱보다 많이 나왔거나 이 덱의 카드가 아닙니다. 어떤 카드입니까?
ruling-drew_replacement = { $against } 님이 버린 뒤 남은 카드 더미에서 카드를 가져갔습니다. 버린 만큼 다시 받지 않습니다.
    .ask = { $against } 님이 남은 카드 더미에서 카드를 가져갔습니까?
ruling-ante_wrong = { $against } 님이 { $ante }개를 내야 하는데 { $paid }개를 냈습니다.
    .ask = { $ante }개를 내야 하는데 { $paid }개로 입력되었습니다. 맞습니까?
ruling-penalty_unpaid = { $against } 님은 몬스터에게 졌으므로 팟에 칩 { $penalty }개를 내야 합니다.
    .ask = 팟에 칩 { $penalty }개를 냈습니까? 몬스터에게 지면 내야 합니다.
    .remind = { $against } 님이 아직 팟에 칩 { $penalty }개를 내지 않았습니다.
ruling-round_incomplete = 보인 카드만으로 라운드를 정산했습니다. 펼치지 않은 패는 폴드로 봅니다.
    .ask = 보인 카드만으로 라운드를 정산했습니다. 펼치지 않은 패는 폴드로 봅니다. 빠진 것이 있으면 입력해 주십시오. 칩은 정정됩니다.

rules-monster-title = 몬스터
rules-monster-01 = 페어스 덱 55장(숫자 r이 r장, 무늬 없음). 게임마다 한 번만 참가비를 냅니다: 4~5명이면 칩 2개, 6~8명이면 1개. { option-monster-ante_override } { option-monster-short_stack }
rules-monster-02 = 여섯 장씩 받습니다. 첫 행동 전에 알게 된 잘못된 배분은 다시 나눕니다. { option-monster-late_misdeal } 딜러 왼쪽부터 한 번씩, 세 장까지 더미에 엎어 버리고 나머지를 남기거나, 여섯 장을 모두 폴드합니다. 버린 카드는 채우지 않습니다.
rules-monster-03 = 같은 숫자 두 장을 남길 수 없습니다. { option-monster-pair_at_showdown } 숫자가 세 종류가 안 되면 폴드해야 합니다.
rules-monster-04 = 모두 끝나면 남긴 패를 비교합니다. { option-monster-muck } 가장 높은 카드부터 차례로 비교하고, 카드가 있는 쪽이 없는 쪽을 이깁니다. 가장 좋은 패가 챔피언입니다.
rules-monster-05 = 챔피언은 몬스터, 곧 더미의 숫자를 한 번씩만 센 것과 겨룹니다. 더 높아야 이기고, 비기면 몬스터가 이깁니다. { option-monster-lone_live }
rules-monster-06 = 이기면 팟을 가져갑니다. 챔피언이 여럿이면 나눕니다. { option-monster-odd_chip }
rules-monster-07 = 지면 탈락합니다. 폴드한 사람도 탈락합니다. { option-monster-penalty } 살아남은 사람들이 참가비 없이 다시 하고, 한 명만 남으면 팟을 가져갑니다. 모두 폴드하면 같은 사람들이 다시 합니다. { $lone_live ->
    [auto_win] { "" }
   *[must_fight] { option-monster-lone_loss_pays }{ " " }
}{ option-monster-tie_loss_last_two }
rules-monster-08 = 팟이 비면 딜러 버튼이 왼쪽으로 한 자리 옮겨 갑니다.

option-monster-lone_live = { $lone_live ->
    [auto_win] 모두 폴드하고 혼자 남으면 바로 팟을 가져갑니다.
   *[must_fight] 모두 폴드하고 혼자 남아도 몬스터와 겨룹니다.
}
option-monster-lone_loss_pays = { $lone_loss_pays ->
    [no] 모두 폴드하고 혼자 남은 사람이 지면 내지 않고 같은 사람들이 다시 합니다.
   *[yes] 모두 폴드하고 혼자 남은 사람이 져도 그만큼 내고 같은 사람들이 다시 합니다.
}
option-monster-tie_loss_last_two = { $tie_loss_last_two ->
    [restart_round] 비긴 챔피언들이 모두 지고 아무도 없으면 라운드의 모두가 다시 합니다.
   *[tied_pair_continues] 비긴 챔피언들이 모두 지고 아무도 없으면 그들만 계속합니다.
}
option-monster-odd_chip = { $odd_chip ->
    [first_left_of_dealer] 나누고 남은 칩은 딜러 왼쪽 챔피언부터 하나씩 가집니다.
   *[leave_in_pot] 나누고 남은 칩은 다음 게임에 둡니다.
}
option-monster-muck = { $muck ->
    [allowed] 진 패는 펼치지 않아도 되고 그 사람은 계속합니다.
   *[forbidden] 남긴 패는 모두 펼칩니다.
}
option-monster-pair_at_showdown = { $pair_at_showdown ->
    [pays_penalty] 같은 숫자를 남긴 패는 죽은 패이고, 그 사람은 탈락하며 진 챔피언만큼 냅니다.
    [void_round] 같은 숫자를 남긴 패가 있으면 라운드는 무효입니다. 칩은 움직이지 않고 같은 사람들이 다시 합니다.
   *[dead_hand] 같은 숫자를 남긴 패는 죽은 패이고 탈락합니다.
}
option-monster-short_stack = { $short_stack ->
    [pay_what_you_have] 칩이 모자라면 가진 만큼만 냅니다.
   *[debt] 칩이 모자라면 빚으로 남습니다.
}
option-monster-ante_override = { $ante_override ->
    [null] 두 명, 세 명, 아홉 명은 할 수 없습니다.
   *[other] 두 명, 세 명, 아홉 명도 할 수 있고 참가비는 { $ante_override }개입니다.
}
option-monster-late_misdeal = { $late_misdeal ->
    [play_on] 첫 행동 뒤에 알게 된 잘못된 배분은 그대로 합니다.
   *[void_round] 첫 행동 뒤에 알게 된 잘못된 배분은 라운드를 무효로 합니다.
}
option-monster-penalty = 진 챔피언은 팟에 칩 { $penalty }개를 냅니다.
