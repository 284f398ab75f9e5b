# 저녁 판을 방해할 만한 것.
doctor-ok = 좋음
doctor-advice = 권고
doctor-fault = 문제

doctor-side-south = 가까운 쪽
doctor-side-west = 왼쪽
doctor-side-north = 먼 쪽
doctor-side-east = 오른쪽
doctor-middle = 가운데
doctor-before = { $who } 앞

doctor-source-none = 이 컴퓨터에서 카메라를 찾지 못했습니다. 카메라를 꽂거나 --source 로 다른 것을 지정하십시오.
doctor-source-cameras = 이 컴퓨터의 카메라: { $cameras }.
doctor-source-demo = 시뮬레이션 테이블에는 카메라가 필요 없습니다.
doctor-source-fails = 화면이 들어오지 않습니다: { $why }.
doctor-source-ok = { $source }: { $width }×{ $height } 화소, 1초에 { $rate }장이 들어옵니다.
doctor-source-recorded = { $source }: { $width }×{ $height } 화소.
doctor-source-small = 화면이 { $width }×{ $height } 화소입니다. 1280×720 이상이어야 표시가 잘 읽힙니다. 카메라 설정에서 더 큰 화면을 고르거나 카메라를 가까이 두십시오.
doctor-source-slow = 1초에 { $rate }장만 들어옵니다. 8장보다 적으면 손이 늦게 보입니다. 더 밝은 조명, 짧은 케이블, 가까운 공유기가 도움이 됩니다.
doctor-source-frozen = 화면이 멈춰 있습니다. 카메라가 같은 화면만 보냅니다. 뽑았다가 다시 꽂으십시오.

doctor-light-ok = 빛이 알맞고 고릅니다.
doctor-light-dark = 너무 어둡습니다(밝기 255 중 { $level }, 40 이상 필요). 테이블을 더 밝히십시오.
doctor-light-bright = 너무 밝습니다(밝기 255 중 { $level }, 220 이하 필요). 빛을 줄이거나 노출을 짧게 하십시오.
doctor-light-flickers = 빛이 깜박입니다. 다른 등을 쓰거나 카메라를 전원 주파수(50/60 Hz)에 맞추십시오.

doctor-markers-ok = 마커 네 개가 모두 보입니다.
doctor-markers-some = 마커 네 개 중 { $seen }개만 보입니다. 나머지({ $missing })를 제 귀퉁이에, 화면 안에 납작하게, 가리지 않게 놓으십시오.
doctor-markers-none = 마커가 보이지 않습니다. 화면 전체를 테이블로 보며, 카메라가 부딪혀도 알아채기 어렵습니다. `pitboss print markers` 로 인쇄할 수 있습니다.
doctor-markers-tapped = 테이블 자리는 귀퉁이를 눌러 정한 그대로입니다.
doctor-table-fails = 테이블 배치를 쓸 수 없습니다: { $why }.

doctor-glare-ok = 번쩍이는 곳이 없습니다.
doctor-glare-at = { $where }에 번쩍이는 곳이 있어 거기 놓인 카드를 읽을 수 없습니다. 없어질 때까지 등을 옮기거나 카메라를 기울이십시오.

doctor-focus-ok = 선명한 곳: { $where }.
doctor-focus-blurred = 흐린 곳: { $where }. 렌즈를 닦고, 초점을 맞추거나 카메라를 가까이 두십시오.
doctor-focus-open = { $where }에는 선명한지 알 수 있는 것이 없습니다. 카드 한 장을 앞면으로 놓고 다시 확인하십시오.

doctor-cards-ok = 앞면으로 놓인 카드 { $named }장을 모두 읽었습니다.
doctor-cards-open = 앞면으로 놓인 카드 중 { $named }장은 읽고 { $open }장은 읽지 못했습니다. 그곳의 빛과 초점을 살피거나 `pitboss enroll` 로 덱을 등록하십시오.

doctor-deck-ok = 덱 { $deck }: 알고 있습니다.
doctor-deck-fails = 덱을 쓸 수 없습니다: { $why }.

doctor-phones-ok = 휴대폰은 http://{ $address }/ 로 들어옵니다.
doctor-phones-taken = 포트 { $port }번을 이미 쓰고 있습니다. 저녁 판이 열려 있거나 다른 프로그램이 씁니다. `pitboss run --listen` 으로 다른 포트를 고를 수 있습니다.
doctor-phones-alone = 이 컴퓨터가 네트워크에 연결되어 있지 않아 휴대폰이 들어올 수 없습니다. 휴대폰과 같은 와이파이에 연결하십시오.
doctor-phones-local = { $address } 에는 이 컴퓨터만 들어올 수 있습니다. 휴대폰에는 --listen 0.0.0.0:{ $port } 가 필요합니다.

doctor-disk-ok = { $folder } 에 { $free } MB 가 남아 있습니다. 하룻저녁에 많아야 300 MB 를 씁니다.
doctor-disk-low = { $folder } 에 { $free } MB 만 남아 있습니다. 하룻저녁에 300 MB 까지 쓰니 자리를 비우십시오.
doctor-disk-closed = { $folder } 에 쓸 수 없습니다: { $why }.

doctor-journal-ok = 일지가 온전합니다. 저녁 { $evenings }번이 들어 있습니다.
doctor-journal-none = 아직 일지가 없습니다. 첫 저녁에 만들어집니다.
doctor-journal-fails = 일지를 쓸 수 없습니다: { $why }.

doctor-good = 시작해도 좋습니다.
doctor-bad = 시작을 막는 문제가 { $faults }가지 있습니다.
