// What changed on the board into speech and a buzz; both are off until somebody wants them.
import { now, outcome } from "./felt.js";
import { prefers } from "./shell.js";
import { lang, t } from "./words.js";

let ruling = null, waits = null, first = true, turn = false, over = null;

export function speak(board, line, seat) {
  const last = board.rulings[0];
  const text = now(board).what.map((x) => x.textContent ?? x).join("");
  const said = [];
  if (!first && last && !last.withdrawn && last.seq > (ruling ?? 0)) said.push(last.says);
  if (!first && board.last_deal && board.last_deal.seq !== over) said.push(t("last-deal", { outcome: outcome(board.last_deal.outcome) }));
  if (!first && text !== waits) said.push(text);
  const mine = Boolean(seat && board.deal?.awaited?.[0]?.seats.includes(seat));
  if (!first && mine && !turn && prefers("buzz")) navigator.vibrate?.([60, 60, 60]);
  ruling = last?.seq ?? 0; waits = text; turn = mine; over = board.last_deal?.seq ?? null; first = false;
  if (!said.length || !line.ok || !prefers("voice") || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const voice = new SpeechSynthesisUtterance(said.join(". "));
  voice.lang = lang() === "ko" ? "ko-KR" : "en-US";
  speechSynthesis.speak(voice);
}
