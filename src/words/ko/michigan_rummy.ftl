# 미시간 러미 (rules/michigan_rummy.md).

phase-dummy = 더미 핸드
phase-poker = 포커
phase-stops = 카드 이어 내기
phase-turn_up = 남은 카드 공개
phase-final = 마지막 판

mark-poker_winner = 포커 승자

awaited-pick = 딜러의 두 손패 중 선택
awaited-dummy = 더미 핸드 처리
awaited-auction = 더미 핸드 입찰
awaited-poker = 베팅, 콜 또는 폴드
awaited-poker_show = 포커 다섯 장 공개
awaited-lead = 선 카드(무늬의 가장 낮은 카드)
awaited-next_card = 이어지는 카드
awaited-turn_up = 남은 카드와 치워 둔 손패 공개

outcome-went_out = 한 명이 손을 털고 팟을 가져갑니다.
outcome-no_restart = 다른 무늬로 시작할 사람이 없어 판이 끝났고 팟은 남습니다.
outcome-final = 보드를 모두 나누었습니다. 오늘은 끝입니다.

reason-bet = 베팅
reason-poker = 포커 풀
reason-pay_card = 지급 카드
reason-dummy = 더미 핸드
reason-cards_left = 남은 카드
reason-refund = 되돌림
reason-final = 마지막 판

ruling-exchange_with_pay_card = { $against } 님이 지급 카드({ $card })가 있는 손패를 바꾸었습니다. 그 카드가 치워 둔 손패에 있습니다. 지급 카드가 있으면 바꿀 수 없습니다.
    .ask = { $against } 님이 바꾼 손패에 { $card } 카드가 있는 것 같습니다. 맞습니까? 지급 카드가 있으면 바꿀 수 없습니다.
ruling-partial_exchange = { $against } 님이 치워 둔 손패의 장수가 맞지 않습니다. 손패는 전부 바꾸거나 그대로 둡니다.
    .ask = { $against } 님이 치워 둔 손패가 온전하지 않은 것 같습니다. 세어 주십시오.
ruling-dummy_peeked = { $against } 님이 결정하기 전에 더미 핸드의 카드를 뒤집었습니다. 보지 않고 결정해야 합니다.
    .ask = { $against } 님이 결정하기 전에 더미 핸드의 카드를 뒤집었습니까?
ruling-blocked_bidder = { $against } 님이 지급 카드({ $card })를 들고 더미 핸드에 입찰했습니다. 지급 카드가 있으면 입찰할 수 없습니다.
    .ask = { $against } 님이 더미 핸드에 입찰했는데 이제 { $card } 카드가 보입니다. 맞습니까? 지급 카드가 있으면 입찰할 수 없습니다.
ruling-poker_card_count = { $against } 님이 포커에서 다섯 장이 아닌 카드를 펼쳤습니다.
    .ask = { $against } 님이 펼친 카드가 다섯 장이 아닌 것 같습니다. 세어 주십시오.
ruling-bet_out_of_order = { $against } 님이 차례가 아닌데 베팅했습니다.
    .ask = 이 베팅 전에 다른 사람이 말했습니까? 시계 방향으로 베팅합니다.
ruling-bet_over_cap = { $against } 님이 포커 풀에 이 테이블의 한도({ $cap }개)보다 많이 냈습니다. 넘은 칩은 되돌립니다.
    .ask = 낸 칩이 맞습니까? 이 테이블에서는 한 사람이 { $cap }개까지 냅니다.
ruling-short_call = { $against } 님의 콜이 현재 베팅보다 적습니다. 계속하려면 나머지를 더 냅니다.
    .ask = 낸 칩이 이것뿐입니까? 콜은 현재 베팅만큼 냅니다.
ruling-poker_undecided = 남은 사람이 모두 다섯 장을 펼치지는 않았습니다.
    .ask = 남은 사람이 모두 다섯 장을 펼치지는 않았습니다. 펼친 패끼리 나누거나 풀에 남깁니다. 빠진 것을 입력하면 칩은 정정됩니다.
ruling-lead_not_lowest = { $against } 님이 그 무늬의 가장 낮은 카드로 시작하지 않았습니다. 더 낮은 카드를 들고 있었습니다({ $card }, { $other }). 가장 낮은 카드를 내야 합니다.{ $penalty ->
    [chip_each_and_no_collect] { " " }모두에게 칩 하나씩 내고 이번 판에는 지급 카드를 더 받지 못합니다.
   *[flag] { "" }
}
    .ask = 가장 낮은 카드로 시작하지 않은 것 같습니다: { $card }, { $other }. 놓인 카드가 맞는지 확인해 주십시오.
ruling-withheld_next = 멈춘 순간 이어지는 카드({ $card })를 { $against } 님이 들고 있었습니다. 이어지는 카드가 있으면 내야 합니다.{ $penalty ->
    [chip_each_and_no_collect] { " " }모두에게 칩 하나씩 내고 이번 판에는 지급 카드를 더 받지 못합니다.
   *[flag] { "" }
}
    .ask = 이어지는 카드({ $card })를 내지 않은 것 같습니다. 그 카드가 맞는지 확인해 주십시오.
ruling-wrong_card_in_run = { $against } 님의 { $card } 카드는 이어지지 않습니다. 같은 무늬의 바로 다음 카드만 낼 수 있습니다.
    .ask = { $card } 카드는 이어지지 않습니다. { $against } 님이 멈춘 뒤 새로 시작했습니까, 아니면 잘못 읽었거나 못 본 카드가 있습니까?
ruling-restart_same_suit = { $against } 님이 멈춘 뒤 낼 수 없는 무늬인 { $card } 카드로 시작했습니다. 다른 무늬로 시작합니다.
    .ask = { $card } 카드는 멈춘 뒤 시작할 수 없는 무늬입니다. 그 카드가 맞습니까?
ruling-false_restart_pass = { $against } 님이 시작을 넘겼지만 시작할 수 있는 무늬인 { $card } 카드를 들고 있었습니다.
    .ask = { $against } 님이 시작을 넘겼는데 이제 { $card } 카드가 보입니다. 그 카드가 맞습니까?
ruling-wrong_leader = { $against } 님이 시작했지만 마지막 카드를 낸 사람의 차례였고 넘기지 않았습니다.
    .ask = 시작이 { $against } 님에게 넘어왔습니까? 마지막 카드를 낸 사람의 차례였습니다.
ruling-wrong_collection = { $against } 님이 받을 수 없는 칸의 칩을 가져갔습니다. 칩을 되돌립니다.
    .ask = 어느 칸을 누가 비웠습니까? 놓인 카드로는 받을 수 없는 칸입니다.
ruling-false_out = { $against } 님이 손을 털었다고 했지만 카드({ $card })를 들고 있었습니다. 판을 계속합니다.
    .ask = { $against } 님이 손을 털었다고 했습니다. { $card } 카드가 그분의 것입니까?
ruling-card_changed_hands = 포커에서 다른 사람이 보여 준 { $card } 카드가 나왔습니다. 카드가 넘어갔거나 잘못 읽었습니다. 아무도 탓하지 않습니다.
ruling-poker_card_not_owned = { $against } 님이 포커에서 보여 준 { $card } 카드가 다른 손패에 있습니다.
    .ask = { $against } 님이 포커에서 보여 준 { $card } 카드가 다른 손패에 있는 것 같습니다. 그 카드가 맞습니까?
ruling-missed_collection = { $card } 카드의 칩이 아직 보드에 있습니다.
    .remind = { $seat } 님은 { $card } 카드의 칩을 가져갈 수 있습니다.

rules-michigan_rummy-title = 미시간 러미
rules-michigan_rummy-01 = 두 명에서 아홉 명, 52장. { option-michigan_rummy-board } 딜러는 칸마다 칩 2개, 나머지는 1개씩 놓습니다. 남은 칩은 그대로 둡니다.
rules-michigan_rummy-02 = 사람 수보다 한 손패 더 모두 나눕니다. 남는 손패가 더미 핸드입니다. 딜러는 앞의 두 손패 중 하나를 보지 않고 고릅니다.
rules-michigan_rummy-03 = 딜러는 더미 핸드를 치워 두거나, 자기 손패 전부와 보지 않고 바꾸거나, 팝니다. { option-michigan_rummy-auction } { option-michigan_rummy-min_bid } 산 사람은 손패 전부를 바꿉니다. { option-michigan_rummy-resell } 한 장으로 지급되는 카드가 있으면 바꾸거나 입찰할 수 없습니다. { option-michigan_rummy-combo_cards_block }
rules-michigan_rummy-04 = { $poker ->
    [no] 이 보드에는 포커 풀이 없으므로 포커는 하지 않습니다.
   *[yes] 포커: 다섯 장을 고릅니다. { option-michigan_rummy-poker_opener } 차례로 패스, 베팅, 콜, 레이즈, 폴드. { option-michigan_rummy-bet_cap } 가장 좋은 패가 포커 풀을 가져가고 같으면 나눕니다. { option-michigan_rummy-poker_odd_chip } { option-michigan_rummy-auto_best5 } { option-michigan_rummy-ace_low_straight }
}
rules-michigan_rummy-05 = 이어 내기: { option-michigan_rummy-first_leader } 시작하는 사람은 고른 무늬의 가장 낮은 카드를 냅니다. 같은 무늬의 다음 카드를 가진 사람이 이어서, 에이스가 나오거나 다음 카드가 없을 때까지 냅니다. { option-michigan_rummy-penalty }
rules-michigan_rummy-06 = { option-michigan_rummy-restart } 마지막 카드를 낸 사람이 시작하고, 낼 것이 없으면 왼쪽으로 넘어갑니다. { option-michigan_rummy-no_restart }
rules-michigan_rummy-07 = { option-michigan_rummy-pay } { option-michigan_rummy-late_claim }
rules-michigan_rummy-08 = 마지막 카드를 낸 사람이 { $pot ->
    [no] 이기고
   *[yes] 가운데 팟을 가져가고
} 판이 끝납니다. { option-michigan_rummy-per_card_bonus }
rules-michigan_rummy-09 = { option-michigan_rummy-endgame } { option-michigan_rummy-final_odd_chip }

compartment-single = { $cards }
compartment-ordered = 한 사람이 이어 낸 { $cards }
compartment-run = 한 사람이 이어 낸 한 무늬의 { $ranks }
compartment-poker = 포커 풀
compartment-pot = 가운데 팟

option-michigan_rummy-board = 보드는 { $compartments }칸입니다: { $board }.
option-michigan_rummy-pay = { $pay ->
    [held] 지급 카드는 시작 전에 들고 있는 사람이 받습니다.
   *[played] 지급 카드는 낼 때 받습니다.
}
option-michigan_rummy-first_leader = { $first_leader ->
    [left_of_dealer] 딜러 왼쪽 사람이 먼저 시작합니다.
    [poker_winner] 포커 승자가 먼저 시작합니다.
   *[dealer] 딜러가 먼저 시작합니다.
}
option-michigan_rummy-restart = { $restart ->
    [different_color] 멈춘 뒤에는 다른 색의 무늬로 시작합니다.
    [any_suit] 멈춘 뒤에는 아무 무늬로나 시작합니다.
   *[different_suit] 멈춘 뒤에는 다른 무늬로 시작합니다.
}
option-michigan_rummy-no_restart = { $no_restart ->
    [refund_collected] 시작할 사람이 없으면 끝나고, 이어 내기에서 받은 칩을 모두 되돌려 보드는 그대로입니다.
    [lead_same_suit] 그런 무늬로 시작할 사람이 없으면 마지막 사람이나 카드가 있는 다음 사람이 멈춘 무늬로 시작합니다.
   *[end_no_payout] 시작할 사람이 없으면 끝나고, 받은 칩은 그대로, 나머지는 보드에 남습니다.
}
option-michigan_rummy-penalty = { $penalty ->
    [chip_each_and_no_collect] 가장 낮은 카드를 내지 않거나 카드를 감추면 모두에게 칩 하나씩 내고 그 판의 지급 카드를 받지 못합니다.
   *[flag] 가장 낮은 카드를 내지 않거나 카드를 감추면 알리고, 처리는 테이블이 정합니다.
}
option-michigan_rummy-per_card_bonus = { $per_card_bonus ->
    [0] 남은 카드에는 칩을 내지 않습니다.
   *[other] 남은 카드 한 장마다 승자에게 칩 { $per_card_bonus }개를 냅니다.
}
option-michigan_rummy-combo_cards_block = { $combo_cards_block ->
    [none] 여러 장이 모여야 지급되는 카드는 막지 않습니다.
    [any] 여러 장이 모여야 지급되는 카드도 한 장만 있으면 막습니다.
   *[complete] 여러 장이 모여야 지급되는 카드도 모두 들고 있으면 막습니다.
}
option-michigan_rummy-resell = { $resell ->
    [yes] 딜러는 바꾼 뒤 원래 손패를 팔 수 있습니다.
   *[no] 딜러는 바꾼 뒤 원래 손패를 팔 수 없습니다.
}
option-michigan_rummy-min_bid = 더미 핸드의 최저 입찰은 { $min_bid }개입니다.
option-michigan_rummy-auction = { $auction ->
    [sealed] 나머지 사람들이 한 번씩 비공개로 입찰하고 가장 높은 사람이 삽니다.
   *[ascending] 입찰은 올라가기만 하고, 패스하면 끝이며, 가장 높은 사람이 삽니다.
}
option-michigan_rummy-bet_cap = { $bet_cap ->
    [none] 베팅에 한도가 없습니다.
   *[other] 포커 풀에 한 사람이 { $bet_cap }개까지만 냅니다.
}
option-michigan_rummy-poker_opener = { $poker_opener ->
    [left_of_dealer] 딜러 왼쪽 사람이 베팅을 시작합니다.
   *[dealer] 딜러가 베팅을 시작합니다.
}
option-michigan_rummy-poker_odd_chip = { $poker_odd_chip ->
    [first_left_of_dealer] 나누고 남은 칩은 딜러 왼쪽부터 하나씩 가집니다.
   *[leave_in_pool] 나누고 남은 칩은 풀에 둡니다.
}
option-michigan_rummy-ace_low_straight = { $ace_low_straight ->
    [false] A-2-3-4-5는 스트레이트가 아닙니다.
   *[true] A-2-3-4-5는 가장 낮은 스트레이트입니다.
}
option-michigan_rummy-auto_best5 = { $auto_best5 ->
    [yes] 손패의 가장 좋은 다섯 장이 계산됩니다.
   *[no] 고른 다섯 장만 계산됩니다.
}
option-michigan_rummy-late_claim = { $late_claim ->
    [forfeited] 다음 카드 전에 가져가지 않은 칩은 보드에 남습니다.
   *[allowed] 잊은 칩은 나중에 가져가도 됩니다.
}
option-michigan_rummy-final_odd_chip = 마지막에 나누고 남은 칩은 딜러 왼쪽부터 하나씩 가집니다.
option-michigan_rummy-endgame = { $endgame ->
    [divide] 마지막에는 보드에 남은 칩을 똑같이 나눕니다.
   *[poker] 마지막에는 보드에 남은 칩을 놓고 다섯 장을 펼쳐 겨루고, 같으면 나눕니다.
}
