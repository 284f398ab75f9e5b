// A card's text form into a crisp drawing, a small chip in a sentence, and its name in words.
import { h, svg } from "./dom.js";
import { t } from "./words.js";

// Each suit in a 100×100 box. Form alone tells them apart: spades and clubs are solid, hearts carry an inner line, diamonds are open.
const SHAPES = {
  S: { d: "M50 4C42 22 8 40 8 63c0 16 12 24 23 24 7 0 12-3 15-8-1 8-5 13-12 17h32c-7-4-11-9-12-17 3 5 8 8 15 8 11 0 23-8 23-24C92 40 58 22 50 4Z" },
  C: { d: "M50 4a22 22 0 0 0-19 33 22 22 0 1 0 14 36c-1 10-5 17-12 23h34c-7-6-11-13-12-23a22 22 0 1 0 14-36A22 22 0 0 0 50 4Z" },
  H: { d: "M50 95C34 76 6 58 6 32 6 16 17 7 29 7c10 0 17 6 21 15C54 13 61 7 71 7c12 0 23 9 23 25 0 26-28 44-44 63Z", cut: "M22 33c0-7 4-11 9-11", width: 7 },
  D: { d: "M50 2C58 20 72 38 88 50 72 62 58 80 50 98 42 80 28 62 12 50 28 38 42 20 50 2Z", cut: "M50 30 66 50 50 70 34 50Z", width: 8 },
};

function shape(suit) {
  const { d, cut, width } = SHAPES[suit];
  return [svg("path", { class: "suit", d }), cut && svg("path", { class: "cut", d: cut, "stroke-width": width, "stroke-linecap": "round" })];
}

export function glyph(suit) {
  return svg("svg", { class: "glyph", viewBox: "0 0 100 100", role: "img", "aria-label": t("suit-" + suit) }, shape(suit));
}

export function parts(card) {
  return /^\d+$/.test(card) ? { rank: card, suit: "P" } : { rank: card[0] === "T" ? "10" : card[0], suit: card[1] };
}

export function cardName(card) {
  if (!card) return t("card-unknown");
  const { rank, suit } = parts(card);
  return suit === "P" ? rank : t("card-name", { suit: t("suit-" + suit), rank: t("rank-" + rank) });
}

// A whole card; `null` is a card that nobody knows yet.
export function cardFace(card, fresh = false) {
  const box = svg("svg", { class: "card " + (card ? parts(card).suit : ""), viewBox: "0 0 100 142", role: "img", "aria-label": cardName(card) });
  box.append(svg("rect", { class: card ? "face" : "unknown", x: 1, y: 1, width: 98, height: 140, rx: 11 }));
  if (!card) box.append(svg("text", { x: 50, y: 94, "font-size": 66, "text-anchor": "middle", fill: "#6b6250" }, "?"));
  else {
    const { rank, suit } = parts(card);
    const wide = rank.length > 1;
    if (suit === "P") {
      box.append(svg("text", { x: 50, y: 97, "font-size": 78, "text-anchor": "middle", "letter-spacing": wide ? -6 : 0 }, rank));
      for (const turn of ["", "rotate(180 50 71)"]) box.append(svg("text", { x: 9, y: 27, "font-size": 24, transform: turn }, rank));
    } else {
      box.append(
        svg("text", { x: wide ? 6 : 10, y: 52, "font-size": 56, "letter-spacing": wide ? -7 : 0 }, rank),
        svg("g", { transform: "translate(11 60) scale(.27)" }, shape(suit)),
        svg("g", { transform: "translate(38 78) scale(.54)" }, shape(suit)),
      );
    }
  }
  if (fresh) box.append(svg("rect", { class: "fresh", x: 3, y: 3, width: 94, height: 136, rx: 9 }));
  return box;
}

// A card in a sentence.
export function chip(card) {
  if (!card) return h("span", { class: "chip-card" }, "?");
  const { rank, suit } = parts(card);
  return h("span", { class: "chip-card " + suit, role: "img", "aria-label": cardName(card), "data-shows": card }, rank, suit === "P" ? null : glyph(suit));
}

const RANKS = { mensch: "AKQJT987", michigan_rummy: "AKQJT98765432" };

// Every card of a game's deck as rows of buttons; `only` leaves the others visible but dead.
export function anyCard(game, onPick, only = null) {
  if (game === "monster") {
    const ranks = Array.from({ length: 10 }, (_, i) => String(i + 1));
    return h("div", { class: "likely P" }, ranks.map((c) => h("button", { class: "pick", type: "button", "data-card": c, onclick: () => onPick(c) }, cardFace(c))));
  }
  const button = (card) =>
    h("button", { type: "button", "data-card": card, disabled: only && !only.includes(card), onclick: () => onPick(card) }, parts(card).rank, h("span", { class: "hidden-label" }, " " + cardName(card)));
  const row = (suit) => h("div", { class: "suit-row " + suit }, glyph(suit), h("div", { class: "ranks" }, [...(RANKS[game] ?? RANKS.michigan_rummy)].map((rank) => button(rank + suit))));
  return h("div", { class: "any" }, [..."SHDC"].map(row));
}
