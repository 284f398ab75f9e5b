// Calls into buttons.
import { h } from "./dom.js";
import { anyCard, cardFace } from "./cards.js";
import { callText } from "./told.js";

// The calls that fit as large buttons; a card to be called is picked from the deck.
export function callButtons(calls, game, onCall) {
  const partners = calls.filter((c) => c.partner);
  const rest = calls.filter((c) => !c.partner);
  return [
    rest.length ? h("div", { class: "grid" }, rest.map((c) => h("button", { class: "act" + (isPass(c) ? " second" : ""), type: "button", onclick: () => onCall(c) }, callText(c)))) : null,
    partners.length > 8 ? anyCard(game, (card) => onCall({ partner: card }), partners.map((c) => c.partner)) : h("div", { class: "likely" }, partners.map((c) => h("button", { class: "pick", type: "button", onclick: () => onCall(c) }, cardFace(c.partner)))),
  ];
}
const isPass = (c) => c.bid === "pass" || c.lead === "pass" || c.poker === "pass" || c.poker === "fold" || c.act === "fold";
