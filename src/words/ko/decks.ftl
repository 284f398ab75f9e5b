# 카드 덱 등록.
enroll-picture = { $file }: 카드 { $n }장
enroll-next = 다음 카드 { $card }만 테이블에 놓아 주십시오(전체 { $all }장 중 { $n }장 확인).
enroll-took = { $card } 등록(전체 { $all }장 중 { $n }장 확인).
enroll-ask = 어떤 카드입니까? 잘라 낸 그림: { $file }. 후보: { $cards }. (엔터를 누르면 남겨 둡니다.)
enroll-no-card = { $typed }은(는) 이 덱의 카드가 아닙니다. 하트 퀸은 QH, 10은 T, Pairs는 숫자로 써 주십시오.
enroll-open = 이름을 정하지 못함: 사진 { $n }의 카드, 잘라 낸 그림 { $file }; 후보: { $cards }.
enroll-missing = 보이지 않은 카드: { $cards }. 이 카드들을 서로 떨어뜨려 평평하게 놓고 한 장 더 찍은 뒤, 모든 사진으로 다시 등록해 주십시오.
enroll-weak = 주의: { $card }와(과) { $other }이(가) 비슷해 보여 더 자주 물어보게 됩니다.
enroll-strong = 서로 혼동할 만큼 비슷한 카드는 없습니다.
enroll-done = { $deck }: { $n }종 등록, { $read }장 판독, { $left }장은 남은 것으로 추정, { $told }장은 사람이 알림. 프로필: { $file }; --deck { $use }(으)로 사용합니다.
