// Words of the table's zones, in English; loaded when they are opened.
export default {
  "zones-lead": "{game} with {n} players: the usual zones. Drag one by its name; then its corners can be dragged too.", "zones-own": "{game} with {n} players: the zones as you dragged them.", "zones-none": "Choose the game and its players first.", "zones-file": "The zones come from {file}. Start Pitboss without --table to drag them.",
  "zones-hint": "With the keyboard: Tab goes from point to point, the arrow keys move it, Shift makes larger steps.", "zones-above": "Show the table from straight above", "zones-save": "Keep these zones", "zones-back": "Leave them as they were", "zones-usual": "The usual zones", "zones-usual-sure": "Forget how the zones were dragged?",
  "zones-saved": "Kept. The next card counts by these zones.", "zones-place": "{who}'s place", "zones-grip-middle": "{what}: the whole of it", "zones-grip-corner": "{what}: corner {n}", "zones-grip-edge": "{what}: how large it is",
  "zones-at": "{what}: {x}, {y}", "zones-left": "{n} % left", "zones-right": "{n} % right", "zones-near": "{n} % near", "zones-far": "{n} % far",
};
