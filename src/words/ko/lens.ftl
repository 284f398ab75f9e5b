# 렌즈 측정.
lens-good = { $name }: 꼭짓점 { $corners }개, 쓸 수 있는 화면 { $all }장 중 { $n }장째. 판이 화면의 { $percent } %에 놓였습니다.
lens-few = { $name }: 판의 꼭짓점이 { $corners }개만 보입니다. 판 전체가 또렷하고 움직이지 않게 보여야 합니다.
lens-same = { $name }: 앞의 화면과 거의 같습니다. 다른 자리에 놓거나 다르게 기울여 주십시오.
lens-size = { $name }: 앞의 화면과 크기가 다릅니다.
lens-next = 다음에는 판을 이곳에 가만히 보여 주십시오: { $across }, { $down }.
lens-left = 왼쪽
lens-middle = 가운데
lens-right = 오른쪽
lens-top = 위
lens-bottom = 아래
lens-measured = 화면 { $n }장으로 화면의 { $percent } %를 측정했습니다. 꼭짓점 오차는 { $px } px입니다. 저장하지 않았습니다. 저장하려면 --save 이름을 쓰십시오.
lens-kept = 화면 { $n }장으로 화면의 { $percent } %를 측정했습니다. 꼭짓점 오차는 { $px } px입니다. 저장한 파일: { $file }.
