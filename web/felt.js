// A board into the table as it stands: players where they sit, cards where they lie, chips where they are.
import { calm, h, keep } from "./dom.js";
import { cardFace, chip, glyph } from "./cards.js";
import { has, lang, names, rich, signed, t, why } from "./words.js";

const NEEDED = { half: 5, after: 5, 5: 5, "5after": 5, 6: 6, "6after": 6, 7: 7, "7after": 7, solo: 8 };

// The one line that is read first. Returns {what, hint, key}.
export function now(board) {
  if (!board.game || !board.seating.length) return { what: [t("wait-setup")], hint: t("hint-setup") };
  if (board.paused) return { what: [t("wait-paused")], hint: t("hint-paused") };
  const awaited = board.deal?.awaited ?? [];
  const next = awaited.find((a) => a.seats.length) ?? awaited[0];
  if (!next) return { what: [t(board.deal ? "wait-none" : "wait-between")], hint: board.last_deal ? t("last-deal", { outcome: outcome(board.last_deal.outcome) }) : "" };
  const who = h("b", {}, next.seats.length ? names(next.seats) : t("wait-anyone"));
  const what = rich(has("wait-" + next.what) ? "wait-" + next.what : "wait-none", { who });
  return { what, hint: hint(board, next) };
}

export const outcome = (id) => (has("outcome-" + id) ? t("outcome-" + id) : id);

function hint(board, next) {
  if (board.questions.length) return t("hint-question");
  if (next.calls?.length) return t("hint-how");
  if (next.what !== "card" || board.game !== "mensch") return "";
  const lead = board.deal.middle[0];
  if (!lead) return t("hint-leads", { who: names(next.seats) });
  if (!lead.card) return "";
  const trump = board.deal.trump;
  return lead.card === "QC" || lead.card[1] === trump ? t("hint-trump-led") : t("hint-led", { suit: t("suit-" + lead.card[1]) });
}

export function drawNow(el, board, quiet = false) {
  const { what, hint: more } = now(board);
  const hint = quiet ? "" : more;
  const state = [what.map((x) => x.textContent ?? x), hint, lang()];
  const changed = keep(el, state, () => [h(quiet ? "p" : "h1", { class: "what" }, what), hint ? h("p", { class: "hint" }, hint) : null]);
  if (changed && !calm()) el.animate([{ opacity: 0.2, translate: "0 6px" }, { opacity: 1, translate: "0 0" }], { duration: 260, easing: "ease-out" });
}

// Where a bearing (degrees clockwise from north) lies on the felt, as a share of what is wide and high.
function spot(bearing, x, y) {
  const a = (bearing * Math.PI) / 180;
  return { "--x": (Math.sin(a) * x).toFixed(2), "--y": (-Math.cos(a) * y).toFixed(2) };
}

const shownChips = new Map();

export function drawFelt(el, board) {
  const crowd = board.seating.length > 5 ? "big" : "small";
  el.dataset.crowd = crowd;
  el.setAttribute("aria-label", t("table-label"));
  drawPlates(el, board, crowd);
  drawCards(el, board, crowd);
  drawMiddle(el, board);
}

function layer(el, name) {
  let found = el.querySelector(":scope > ." + name);
  if (!found) el.append((found = h("div", { class: name })));
  return found;
}

function drawPlates(el, board, crowd) {
  const seats = new Map((board.deal?.seats ?? []).map((s) => [s.seat, s]));
  const called = board.paused ? [] : (board.deal?.awaited?.find((a) => a.seats.length)?.seats ?? []);
  const awaited = new Set(called.length < board.seating.length ? called : []); // everybody is nobody in particular
  const wide = crowd === "big" ? 38 : 36.4;
  const high = crowd === "big" && !document.body.classList.contains("tv") ? 41 : 37.5; // a big screen is lower than it is wide
  const box = layer(el, "plates");
  const gone = new Set([...box.children].map((c) => c.dataset.seat));
  for (const place of board.seating) {
    gone.delete(place.seat);
    let spotEl = [...box.children].find((c) => c.dataset.seat === place.seat);
    if (!spotEl) { spotEl = h("div", { class: "place", "data-seat": place.seat }); box.append(spotEl); }
    for (const [k, v] of Object.entries(spot(place.bearing, wide, high))) spotEl.style.setProperty(k, v);
    const chips = board.balances[place.seat] ?? 0;
    keep(spotEl, [place, seats.get(place.seat), chips, awaited.has(place.seat), lang(), board.game, board.deal?.dealer, !board.deal && board.last_deal], () =>
      plate(place, seats.get(place.seat), chips, awaited.has(place.seat), board));
    const before = shownChips.get(place.seat);
    shownChips.set(place.seat, chips);
    if (before != null && before !== chips) flyDelta(spotEl, chips - before);
  }
  for (const c of [...box.children]) if (gone.has(c.dataset.seat)) c.remove();
}

function plate(place, state, chips, awaited, board) {
  const marks = new Set(state?.marks ?? []);
  if (board.deal?.dealer === place.seat) marks.add("dealer");
  const more = [];
  if (board.game === "mensch" && state) more.push(state.tricks === 1 ? t("tricks-1") : t("tricks-n", { n: state.tricks }));
  else if (state?.hand != null) more.push(state.hand === 1 ? t("hand-1") : t("hand-n", { n: state.hand }));
  const net = board.deal ? null : board.last_deal?.net?.[place.seat];
  if (net != null) more.push(t("last-net", { n: signed(net) }));
  for (const quiet of ["folded", "out", "passed"]) if (marks.delete(quiet)) more.push(t("mark-" + quiet));
  const tag = (mark) => h("span", { class: "mark " + mark, title: has(`mark-${mark}-long`) ? t(`mark-${mark}-long`) : null }, has("mark-" + mark) ? t("mark-" + mark) : mark);
  const loud = [...marks].filter((m) => m !== "dealer");
  return h("div", { class: "plate" + (awaited ? " awaited" : "") + (state?.marks?.some((m) => m === "folded" || (m === "out" && board.game === "monster")) ? " out" : "") },
    h("div", { class: "name" }, h("span", {}, place.name)), h("div", { class: "marks" }, loud.slice(0, 1).map(tag), marks.has("dealer") ? tag("dealer") : null),
    h("div", { class: "chips num" + (chips < 0 ? " minus" : "") }, signed(chips), h("span", { class: "hidden-label" }, " " + t("chips"))),
    more.length ? h("div", { class: "more num" }, more.join(" · ")) : null);
}

function flyDelta(el, n) {
  const tag = h("span", { class: "delta num", "aria-hidden": "true" }, signed(n));
  el.append(tag);
  const frames = calm() ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0, translate: "0 10px" }, { opacity: 1, translate: "0 -4px", offset: 0.2 }, { opacity: 1, translate: "0 -8px", offset: 0.8 }, { opacity: 0, translate: "0 -20px" }];
  tag.animate(frames, { duration: 2600 }).finished.finally(() => tag.remove());
}

// The cards of a trick lie before those who played them.
function drawCards(el, board, crowd) {
  const box = layer(el, "cards");
  const middle = trick(board);
  const stay = new Set(middle.map((c) => String(c.seq)));
  for (const c of [...box.children]) {
    if (stay.has(c.dataset.seq) || c.leaving) continue;
    c.leaving = true;
    c.animate([{ opacity: 1 }, { opacity: 0, scale: 0.7 }], { duration: calm() ? 1 : 380, fill: "forwards" }).finished.finally(() => c.remove());
  }
  for (const played of middle) {
    const bearing = board.seating.find((p) => p.seat === played.seat)?.bearing ?? 180;
    let lies = [...box.children].find((c) => c.dataset.seq === String(played.seq) && !c.leaving);
    const fresh = !lies;
    if (fresh) { lies = h("div", { class: "lies", "data-seq": played.seq, "data-card": played.card ?? "" }); box.append(lies); }
    for (const [k, v] of Object.entries(spot(bearing, crowd === "big" ? 60 : 55, crowd === "big" ? 66 : 40))) lies.style.setProperty(k, v);
    lies.dataset.card = played.card ?? "";
    const newest = played === middle.at(-1);
    const redrawn = keep(lies, [played.card, newest, lang()], () => cardFace(played.card, newest));
    if (!redrawn || calm()) continue;
    const a = (bearing * Math.PI) / 180;
    if (fresh) lies.animate([{ transform: `translate(${Math.sin(a) * 90}px, ${-Math.cos(a) * 90}px) rotate(14deg)`, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 420, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}

const trick = (board) => {
  const middle = board.deal?.middle ?? [];
  return middle.length && middle.every((c) => c.seat) && new Set(middle.map((c) => c.seat)).size === middle.length ? middle : [];
};

function drawMiddle(el, board) {
  const box = layer(el, "middle");
  const deal = board.deal;
  const loose = trick(board).length ? [] : deal?.run?.length ? deal.run.slice(-5) : (deal?.middle ?? []);
  const pot = stakes(board).find(([of]) => of === "pot");
  const empty = !trick(board).length;
  const whence = pot ? potted(board, pot[1]) : "";
  keep(box, [loose, pot, whence, empty, deal?.contract, deal?.trump, board.deal_number, lang()], () => {
    if (!empty) return null;
    if (loose.length) return [h("p", { class: "small" }, t(deal.run?.length ? "run" : "pile")), h("div", { class: "row-of-cards" }, loose.map((c) => cardFace(c.card))), pot ? h("p", { class: "small num" }, t("pot") + " " + pot[1]) : null];
    if (pot) return [h("p", { class: "small" }, t("pot")), h("p", { class: "big num" }, String(pot[1])), h("p", { class: "small num" }, whence)];
    if (deal?.trump) return [h("p", { class: "small" }, t("trump")), h("p", { class: "big" }, glyph(deal.trump), " ", t("suit-" + deal.trump))];
    return null;
  });
}

// Why the pot is as large as it is: what came in during this deal, and what lay there before.
function potted(board, now) {
  const into = new Map();
  let before = now;
  for (const { from, to, chips, reason } of board.moved ?? []) {
    if (from === "pot") before += chips;
    if (to !== "pot") continue;
    before -= chips;
    into.set(reason, (into.get(reason) ?? 0) + chips);
  }
  const parts = [...into].map(([reason, n]) => `${why(reason)} ${n}`);
  if (before > 0) parts.unshift(`${t("why-carried")} ${before}`);
  return parts.join(" · ");
}

export const stakes = (board) => (board.deal?.stakes?.length ? board.deal.stakes : board.stakes ?? []).filter(([, n]) => n !== 0);

// Contract, trumps, called card, tricks made: only what this game has.
export function drawTerms(el, board) {
  const deal = board.deal;
  const show = board.game === "mensch" && deal && (deal.contract || deal.trump || deal.forced);
  el.hidden = !show;
  if (!show) return;
  keep(el, [deal.contract, deal.trump, deal.called, deal.forced, deal.seats, lang()], () => {
    const cell = (name, ...value) => h("div", {}, h("dt", {}, t(name)), h("dd", {}, value));
    const side = deal.seats.filter((s) => s.marks.includes("declarer") || s.marks.includes("partner"));
    const won = side.reduce((sum, s) => sum + s.tricks, 0);
    const needed = deal.forced ? 5 : NEEDED[deal.contract];
    return [
      cell("contract", deal.forced ? t("forced") : deal.contract ? t("bid-" + deal.contract) : t("not-yet")),
      cell("trump", deal.trump ? [glyph(deal.trump), deal.called ? null : " " + t("suit-" + deal.trump)].filter(Boolean) : t("not-yet")),
      deal.called ? cell("called", chip(deal.called)) : null,
      side.length && needed ? cell("declarer-tricks", h("span", { class: "num" }, t("of-needed", { n: won, needed }))) : null,
    ];
  });
}

// Hands that were turned up.
export function drawHands(el, board) {
  const list = (board.deal?.seats ?? []).filter((s) => s.shown?.length);
  el.hidden = !list.length;
  keep(el, [list.map((s) => [s.seat, s.shown]), lang()], () => list.map((s) => h("div", { class: "shown-hand" }, h("b", {}, s.seat), h("div", { class: "cards-row" }, s.shown.map((card) => cardFace(card))))));
}

export function drawStakes(el, board) {
  const list = stakes(board).filter(([of]) => of !== "pot");
  el.hidden = !list.length;
  keep(el, [list, lang()], () => list.map(([of, n]) => {
    const id = of.replace(/^board:/, "");
    const cards = /^[2-9TJQKA][SHDC](_[2-9TJQKA][SHDC])*$/.test(id) ? id.split("_").map((c) => [chip(c), " "]) : has("board-" + id) ? t("board-" + id) : id;
    return h("div", { class: "stake" }, h("div", { class: "of" }, cards), h("div", { class: "chips num" }, String(n)));
  }));
}
