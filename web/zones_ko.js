// Words of the table's zones, in Korean; loaded when they are opened.
export default {
  "zones-lead": "{game}, {n}명: 기본 구역입니다. 이름을 잡고 끌면 옮겨지고, 그다음 귀퉁이도 끌 수 있습니다.", "zones-own": "{game}, {n}명: 직접 옮긴 구역입니다.", "zones-none": "먼저 게임과 참가자를 정하십시오.", "zones-file": "구역은 {file} 파일을 따릅니다. 옮기려면 --table 없이 Pitboss를 시작하십시오.",
  "zones-hint": "키보드: Tab으로 점을 고르고 화살표로 옮깁니다. Shift를 함께 누르면 크게 움직입니다.", "zones-above": "테이블을 바로 위에서 본 모습으로 보기", "zones-save": "이 구역으로 정하기", "zones-back": "그대로 두기", "zones-usual": "기본 구역으로", "zones-usual-sure": "직접 옮긴 구역을 지울까요?",
  "zones-saved": "정했습니다. 다음 카드부터 이 구역으로 봅니다.", "zones-place": "{who} 님 자리", "zones-grip-middle": "{what}: 전체", "zones-grip-corner": "{what}: 귀퉁이 {n}", "zones-grip-edge": "{what}: 크기",
  "zones-at": "{what}: {x}, {y}", "zones-left": "왼쪽 {n} %", "zones-right": "오른쪽 {n} %", "zones-near": "앞쪽 {n} %", "zones-far": "먼 쪽 {n} %",
};
