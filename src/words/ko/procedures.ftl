# 무엇을 어디에 놓는지 알려 주는 인쇄물: 게임마다 한 장. 번호는 그림의 번호와 같다.
game-monster = 몬스터
game-mensch = 멘쉬
game-michigan_rummy = 미시간 러미

procedures-all = 카메라가 볼 수 있게 카드를 놓는 자리
procedures-camera = 카메라에는 테이블 전체가 보이고, 네 귀퉁이에 마커가 있습니다. 카드는 납작하게, 귀퉁이가 보이게 놓고, 손은 놓은 뒤 바로 거둡니다.

procedures-monster-hand = 받은 여섯 장: 자기 앞에 뒷면으로 펼쳐 둡니다. 그 자리에서 보고, 다시 펼쳐 놓습니다. 접은 패는 모아서 자기 앞에 둡니다.
procedures-monster-pile = 몬스터: 버리는 카드는 뒷면으로, 가운데의 자기 쪽에 작은 부채꼴로 나란히 놓습니다. 대결 전에는 아무도 만지지 않습니다.
procedures-monster-stock = 나누고 남은 카드: 가운데 왼쪽에 뒷면으로 한 더미.
procedures-monster-end = 공개할 때는 남은 사람 모두가 자기 앞에서 패를 뒤집어, 숫자가 모두 보이게 펼칩니다. 그다음 몬스터를 뒤집어 가운데에 펼칩니다.

procedures-mensch-trick = 트릭: 저마다 한 장씩 앞면으로, 가운데의 자기 쪽에 놓고, 다음 사람이 내기 전에 손을 거둡니다. 다른 카드의 귀퉁이를 덮지 않습니다.
procedures-mensch-won = 딴 트릭: 모아서 뒷면으로, 딴 사람의 오른손 쪽에 엇갈려 쌓습니다. 판을 정산할 때까지 그대로 둡니다.
procedures-mensch-hand = 손패는 들고 있고, 내려놓지 않습니다.
procedures-mensch-end = 점수판에 네 장이 모두 보이면 딴 사람이 트릭을 거둡니다. 다음 리드 전에는 그 트릭을 다시 뒤집어 봐도 됩니다. 카메라는 그것을 낸 카드로 세지 않습니다.

procedures-michigan_rummy-board = 보드와 칸마다 놓인 칩.
procedures-michigan_rummy-aside = 아무도 쓰지 않는 패: 보드 옆에 뒷면으로.
procedures-michigan_rummy-front = 낸 카드: 자기 앞에 앞면으로, 표시가 모두 보이게 나란히 놓습니다. 한 줄이 차면 자기 쪽으로 둘째 줄을 놓습니다.
procedures-michigan_rummy-hand = 손패는 들고 있습니다.
procedures-michigan_rummy-end = 끝나면 모두 남은 카드를 자기 앞에 뒤집어 펼치고, 보드 옆의 패도 뒤집습니다. 그래야 잘못 멈춘 것을 모두 찾을 수 있고, 아무도 억울하게 몰리지 않습니다.
