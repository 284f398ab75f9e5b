# 모든 게임이 함께 쓰는 말.
nobody = 아무개

verdict-disputed = { $said } 다만 이것은 테이블마다 정하는 규칙 해석(옵션 { $option })에 따른 판정입니다.
verdict-inconclusive = 증명되지 않았습니다: { $said } 카드를 잘못 읽었다면 실제 카드를 알려 주십시오. 그때까지 아무도 위반으로 보지 않습니다.
verdict-reminder = 알립니다: { $said }
decided-by = { $unseen } 카드가 보이지 않은 채 나왔을 때만 규칙에 맞습니다. 그 카드가 어디 있는지 드러나면 판가름 납니다.
decided-by-all = 보이지 않은 채 나온 카드가 있었다면 규칙에 맞을 수 있습니다. 판이 끝나 손패를 공개하면 판가름 납니다.

suit-C = ♣ 클럽
suit-D = ♦ 다이아몬드
suit-H = ♥ 하트
suit-S = ♠ 스페이드

reason-ante = 참가비
reason-contract = 계약
reason-penalty = 벌칙
reason-fine = 진행자의 벌칩
reason-correction = 정정
reason-void = 무효가 된 판

awaited-deal = 카드 나누기
awaited-bid = 비드
awaited-trump = 으뜸패 선언
awaited-partner = 파트너 카드 지명
awaited-card = 카드 한 장
awaited-gather = 트릭 거두기
awaited-answer = 진행자의 답
awaited-settle = 정산

settle-chips = 칩 { $n }개
settle-left = 남은 칩 { $n }개는 위에서 똑같이 나누었습니다.
settle-even = 주고받을 것이 없습니다.
settle-pays = { $payer } → { $payee }: { $amount }

rules-options = 이 테이블이 달리 정한 것:
