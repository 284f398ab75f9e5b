// Calls into buttons.
import { h } from "./dom.js";
import { anyCard, cardFace } from "./cards.js";
import { callText } from "./told.js";
import { t } from "./words.js";

// What is waited for; between two deals, the calls with which the next one may open.
export const awaited = (board) => (board.paused ? [] : (board.deal?.awaited ?? board.opening ?? []));

// The calls that fit as large buttons; how many chips is counted up from the fewest, a card to be called is picked from the deck.
export function callButtons(calls, board, onCall) {
  const partners = calls.filter((c) => c.partner);
  const counted = calls.filter(isCounted);
  const rest = calls.filter((c) => !c.partner && !isCounted(c));
  return [
    rest.length ? h("div", { class: "grid" }, rest.map((c) => h("button", { class: "act" + (isPass(c) ? " second" : ""), type: "button", "data-call": JSON.stringify(c), onclick: () => onCall(c) }, callText(c)))) : null,
    counted.map((c) => counter(c, c.poker ? board.options?.bet_cap : null, onCall)),
    partners.length > 8 ? anyCard(board.game, (card) => onCall({ partner: card }), partners.map((c) => c.partner)) : h("div", { class: "likely" }, partners.map((c) => h("button", { class: "pick", type: "button", "data-call": JSON.stringify(c), onclick: () => onCall(c) }, cardFace(c.partner)))),
  ];
}
const isPass = (c) => c.bid === "pass" || c.lead === "pass" || c.poker === "pass" || c.poker === "fold" || c.act === "fold";
const isCounted = (c) => typeof c.bid === "number" || c.poker === "bet" || c.poker === "raise";

function counter(call, most, onCall) {
  const key = call.poker ? "to" : "bid";
  let n = call[key];
  const now = () => ({ ...call, [key]: n });
  const step = (by, sign, key) => h("button", { class: "act second", type: "button", "aria-label": t(key), ["data-" + key]: true, onclick: () => { n += by; draw(); } }, sign);
  const [less, more] = [step(-1, "−", "less"), step(1, "+", "more")];
  const go = h("button", { class: "act", type: "button", onclick: () => onCall(now()) });
  const draw = () => {
    go.textContent = callText(now());
    go.setAttribute("data-call", JSON.stringify(now()));
    less.disabled = n <= call[key];
    more.disabled = most != null && n >= most;
  };
  draw();
  return h("div", { class: "counter" }, less, go, more);
}
