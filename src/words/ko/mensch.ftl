# 멘슈 (rules/mensch.md).

phase-dealing = 카드 나누는 중
phase-bidding = 비드
phase-declaring = 으뜸패와 파트너 정하기
phase-tricks = 트릭 진행 중
phase-settled = 정산 끝

mark-dealer = 딜러
mark-declarer = 선언자
mark-partner = 파트너

outcome-made = 계약에 성공했습니다.
outcome-failed = 계약에 실패했습니다.
outcome-void = 이번 판은 무효입니다.
outcome-open = 판은 끝났지만 정산에 필요한 것이 아직 밝혀지지 않았습니다.
outcome-redeal = 카드를 다시 나눕니다.

bid-none = 비드 없음
bid-pass = 패스
bid-half = 하프
bid-after = 애프터
bid-5 = 파이브
bid-5after = 파이브 애프터
bid-6 = 식스
bid-6after = 식스 애프터
bid-7 = 세븐
bid-7after = 세븐 애프터
bid-solo = 솔로

ruling-bid_out_of_turn = { $against } 님이 차례가 아닌데 비드했습니다. { $expected } 님의 차례였습니다. 딜러 왼쪽부터 시계 방향으로 한 번씩만 말합니다. 칩은 움직이지 않습니다.
    .ask = { $against } 님보다 먼저 { $expected } 님이 말했습니까? 딜러 왼쪽부터 시계 방향으로 한 번씩만 말합니다.
ruling-bid_not_legal = { $against } 님의 비드 { $bid }: { $standing } 다음에는 할 수 없습니다. 더 높은 비드여야 하고, 애프터는 바로 앞에 그 비드가 있어야 합니다. 칩은 움직이지 않습니다.
    .ask = { $against } 님의 { $bid }: 바로 앞에 그 비드가 있어야 합니다. 그런 비드가 있었습니까?
ruling-three_club_pass = { $against } 님이 클럽 세 장({ $cards })을 들고 패스했습니다. 클럽이 세 장 이상이면 { $lapses ->
    [five] 파이브
   *[after] 애프터
} 이상이 나오기 전에는 비드해야 합니다. 이번 판의 점수는 그대로입니다.
    .ask = 놓인 카드가 { $cards } 맞습니까? 클럽이 세 장이면 패스할 수 없습니다.
ruling-called_trump = { $against } 님이 으뜸패인 { $card } 카드를 지명했습니다. 파트너는 으뜸패가 아닌 카드로 부릅니다. 다른 카드를 지명해 주십시오.
    .ask = { $card } 카드를 지명했습니까? 으뜸패는 지명할 수 없습니다.
ruling-called_not_ace = { $against } 님이 { $card } 카드를 지명했지만 이 테이블에서는 에이스만 지명합니다. 다른 카드를 지명해 주십시오.
    .ask = { $card } 카드를 지명했습니까? 이 테이블에서는 에이스만 지명합니다.
ruling-called_own_card = { $against } 님이 자기 손에 있던 { $card } 카드를 지명했습니다. 방금 직접 내서 밝혀졌고, 파트너가 없습니다. 지명하는 카드는 다른 사람 손에 있어야 합니다.
    .ask = 놓인 카드가 지명된 { $card } 카드가 맞습니까? 선언자가 아닌 사람의 손에 있어야 합니다.
ruling-void_in_called_suit = { $against } 님이 { $card } 카드를 지명했지만 그 무늬({ $suit })를 한 장도 들고 있지 않았습니다. 여덟 장이 모두 밝혀졌고, 부를 수 있는 다른 무늬가 있었습니다.
    .ask = 선언자의 카드 여덟 장이 모두 나왔는데 지명한 무늬({ $suit })가 없습니다. 카드를 맞게 읽었습니까?
ruling-forced_declarer_wrong = 네 명이 모두 패스하면 Q♥를 든 사람이 선언합니다. Q♥는 { $holder } 님이 냈으므로 { $against } 님은 선언자가 아니었고, { $holder } 님이 밝히지 않은 것입니다.
    .ask = 놓인 카드가 Q♥ 맞습니까, 누구의 카드입니까? 네 명이 모두 패스하면 그 카드를 든 사람이 선언합니다.
ruling-someone_passed_illegally = 네 명이 모두 패스했는데 { $seat } 님의 클럽은 { $n ->
    [0] 한 장도 없습니다
   *[other] { $n }장뿐입니다
}. 나머지 클럽은 세 사람에게 있으니 그중 한 명은 세 장 이상이라 비드해야 했습니다. 누구인지는 아직 증명되지 않았습니다.
ruling-revoke = { $against } 님이 무늬를 따르지 않았습니다. { $trick }번째 트릭에서 { $suit }에 { $off } 카드를 냈는데, 이제 { $card } 카드가 나왔습니다. 따를 수 있으면 따라야 합니다. { $revoke ->
    [void_deal] 이번 판은 무효입니다.
    [side_loses_contract] 그 편이 계약에서 집니다.
   *[flag] 점수는 그대로입니다.
}
    .ask = 무늬를 따르지 않았을 수 있습니다. { $trick }번째 트릭에서 { $suit }에 { $off }, 그리고 이제 { $card }. 사진에서 이 카드들이 맞는지 보아 주십시오.
ruling-card_seen_twice = { $card } 카드가 이번 판에서 두 번 보였습니다. 덱에는 한 장뿐이니 잘못 읽었거나 덱이 잘못된 것입니다. 아무도 위반으로 보지 않습니다.
ruling-deck_foreign = { $card } 카드는 이 32장 덱에 없는 카드입니다. 없는 것으로 치니 덱을 확인해 주십시오.
ruling-deal_count = { $seat } 님이 { $n }장을 받았습니다. { $due ->
    [6] 여섯 장이어야 하므로 카드를 다시 나눕니다.
    [13] 장수가 맞지 않습니다. 딜러 { $against } 님의 책임입니다.
   *[8] 여덟 장이어야 합니다. 딜러 { $against } 님의 책임입니다.
}
    .ask = { $seat } 님의 카드가 { $n }장인 것 같습니다. 세어 주십시오.
ruling-play_out_of_turn = { $expected } 님의 차례인데 { $against } 님이 먼저 냈습니다. 진행은 계속되며, 진행자가 카드를 되돌리게 할 수 있습니다.
    .ask = { $expected } 님의 차례였습니다. { $against } 님이 먼저 냈습니까, 아니면 못 본 카드가 있습니까?
ruling-wrong_first_leader = 첫 트릭은 { $expected } 님(딜러 왼쪽, 솔로에서는 선언자)이 시작해야 하는데 { $against } 님이 시작했습니다.
    .ask = 첫 트릭은 { $expected } 님의 차례였습니다. { $against } 님이 시작했습니까, 아니면 못 본 카드가 있습니까?
ruling-wrong_trick_winner = { $expected } 님이 이긴 트릭을 { $against } 님이 가져갔습니다. 그 트릭은 { $expected } 님의 것으로 셉니다.
    .ask = 지난 트릭은 { $expected } 님의 것입니다. { $against } 님이 먼저 냈습니까, 아니면 못 본 카드가 있습니까?
    .remind = 이 트릭은 가져간 { $seat } 님이 아니라 { $expected } 님의 것입니다. { $expected } 님의 것으로 셉니다.
ruling-two_cards = { $against } 님이 { $trick }번째 트릭에 두 장을 냈습니다. 한 장은 손으로 되돌리십시오. 두 장 모두 이제 알려진 카드입니다.
    .ask = { $trick }번째 트릭에 한 사람의 카드가 두 장 있는 것 같습니다. 못 본 트릭이 있습니까, 아니면 한 장을 되돌립니까?
ruling-missing_card = { $trick }번째 트릭에 { $against } 님의 카드가 없습니다.
    .ask = { $trick }번째 트릭에서 { $against } 님의 카드를 보지 못했습니다. 어떤 카드였습니까, 아니면 내지 않았습니까?
ruling-impossible_world = 카드의 수가 맞지 않습니다. { $cards } 카드가 있을 수 있는 자리는 { $n }장뿐입니다.
    .ask = 카드의 수가 맞지 않습니다. { $cards } 카드가 있을 수 있는 자리는 { $n }장뿐입니다. 규칙이 어긋났거나 카드를 잘못 읽었습니다. 아무도 위반으로 보지 않으니 사진을 확인해 주십시오.
ruling-settlement_wrong = { $against } 님이 { $due }개를 내야 하는데 { $n }개를 냈습니다. 차이를 되돌려 주십시오.
    .ask = { $due }개를 내야 하는데 { $n }개로 입력되었습니다. 맞습니까?
    .remind = { $against } 님이 아직 칩을 덜 냈습니다. { $due }개 중 { $n }개를 냈습니다.
ruling-claim_early = { $against } 님은 남은 트릭을 한꺼번에 가져갈 수 없습니다. 이 테이블에서는 여덟 트릭을 모두 칩니다.
    .ask = 이 테이블에서는 여덟 트릭을 모두 칩니다. 남은 트릭을 가져가겠다는 말이었습니까?
    .remind = 이 테이블에서는 여덟 트릭을 모두 칩니다. 계속해 주십시오.

rules-mensch-title = 멘슈
rules-mensch-01 = 네 명이 각자 겨룹니다. 네 무늬의 7부터 에이스까지 32장을 여덟 장씩 나눕니다. 딜러는 매판 왼쪽으로 넘어갑니다.
rules-mensch-02 = 비드: 딜러 왼쪽부터 한 번씩 말합니다. 순서는 하프, 애프터, 파이브, 파이브 애프터, 식스, 식스 애프터, 세븐, 세븐 애프터, 솔로입니다. 애프터는 그 비드가 지금 가장 높을 때만, 다른 비드는 앞보다 높을 때만 할 수 있습니다.
rules-mensch-03 = { option-mensch-obligation_lapses_at } { option-mensch-q_clubs_counts_for_obligation }
rules-mensch-04 = 하프와 애프터: 클럽이 으뜸패이고, 선언자가 파트너를 불러 둘이 다섯 트릭을 얻어야 합니다. 파이브·식스·세븐: 선언자가 으뜸패를 정하고 혼자 그만큼 얻어야 합니다. 그 애프터는 클럽이 으뜸패입니다. 솔로: 으뜸패를 정하고 혼자 여덟 트릭을 모두 얻어야 합니다.
rules-mensch-05 = 네 명이 모두 패스하면 Q♥를 든 사람이 선언자가 되어 으뜸패를 정하고 파트너를 부릅니다. 둘이 다섯 트릭을 얻어야 합니다.
rules-mensch-06 = 파트너는 으뜸패가 아니고 선언자가 그 무늬를 한 장 이상 든 카드로 부릅니다. { option-mensch-call_rank } { option-mensch-call_void_waiver } { option-mensch-called_card_held } 지명된 카드를 든 사람이 파트너이며, 낼 때까지 말하지 않습니다.
rules-mensch-07 = 첫 트릭은 딜러 왼쪽이, 솔로에서는 선언자가 시작합니다. 무늬를 따를 수 있으면 따르고, 없으면 아무 카드나 냅니다. 가장 높은 으뜸패, 없으면 처음 낸 무늬의 가장 높은 카드가 이기고, 이긴 사람이 다음을 시작합니다.
rules-mensch-08 = Q♣는 으뜸패가 무엇이든 가장 높은 으뜸패이며 언제나 그 무늬에 속합니다. 으뜸패의 7이 두 번째이고 A K Q J 10 9 8이 뒤따릅니다. 다른 무늬는 A K Q J 10 9 8 7 순서입니다.
rules-mensch-09 = 칩. 하프와 애프터: 성공하면 상대가 한 명씩 1개를 내고, 실패하면 둘이 2개씩 냅니다. 강제 판: 어느 쪽이든 1개. { option-mensch-plain_number_success } { option-mensch-plain_number_failure } 클럽이나 애프터이면 상대마다 2개. 솔로: 4개, 클럽이면 8개.
rules-mensch-10 = { option-mensch-slam_partner } { option-mensch-slam_on_forced } 솔로와 실패한 계약은 두 배가 되지 않습니다.
rules-mensch-11 = 무늬를 따를 수 있으면 따라야 합니다. { option-mensch-revoke } { option-mensch-claims }

option-mensch-q_clubs_counts_for_obligation = { $q_clubs_counts_for_obligation ->
    [false] Q♣는 패스를 막는 클럽 세 장에 들지 않습니다.
   *[true] Q♣도 패스를 막는 클럽 세 장에 듭니다.
}
option-mensch-obligation_lapses_at = { $obligation_lapses_at ->
    [five] 클럽을 세 장 이상 든 사람은 파이브 이상이 나오기 전에는 패스할 수 없습니다.
   *[after] 클럽을 세 장 이상 든 사람은 아무 비드도 없거나 하프만 나왔을 때 패스할 수 없습니다.
}
option-mensch-called_card_held = { $called_card_held ->
    [plays_alone] 자기 카드를 지명한 선언자는 혼자 세 명을 상대합니다. 성공하면 상대마다 1개를 받고, 실패하면 2개씩, 강제 판에서는 1개씩 냅니다.
   *[forbidden] 선언자는 자기 카드를 지명할 수 없습니다.
}
option-mensch-call_rank = { $call_rank ->
    [ace_only] 에이스만 지명할 수 있습니다.
   *[any] 으뜸패가 아니면 어떤 카드든 지명할 수 있습니다.
}
option-mensch-call_void_waiver = { $call_void_waiver ->
    [false] 선언자는 없는 무늬를 절대 지명할 수 없습니다.
   *[true] 어느 무늬로도 지명할 수 없는 선언자는 으뜸패가 아닌 아무 카드나 지명할 수 있습니다.
}
option-mensch-plain_number_success = { $plain_number_success ->
    [1] 클럽이 아닌 파이브·식스·세븐에 성공하면 상대마다 1개를 받습니다.
   *[3] 클럽이 아닌 파이브·식스·세븐에 성공하면 글자 그대로 상대마다 3개를 받습니다. 원래는 1개라는 의견이 많습니다.
}
option-mensch-plain_number_failure = 실패하면 상대마다 { $plain_number_failure }개를 냅니다.
option-mensch-slam_partner = { $slam_partner ->
    [bidder_alone] 선언자 혼자 여덟 트릭을 모두 얻어 성공하면 두 배입니다.
   *[side] 선언자 편이 여덟 트릭을 모두 얻어 성공하면 두 배입니다.
}
option-mensch-slam_on_forced = { $slam_on_forced ->
    [false] 강제 판은 두 배가 되지 않습니다.
   *[true] 강제 판도 두 배가 됩니다.
}
option-mensch-revoke = { $revoke ->
    [void_deal] 무늬를 따르지 않은 것이 증명되면 판이 무효입니다.
    [side_loses_contract] 무늬를 따르지 않은 편이 계약에서 집니다.
   *[flag] 무늬를 따르지 않은 것이 증명되면 알리고 점수는 그대로 둡니다.
}
option-mensch-claims = { $claims ->
    [yes] 진행자가 받아들인 클레임으로 판이 끝납니다.
   *[no] 여덟 트릭을 모두 칩니다.
}
