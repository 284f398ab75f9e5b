// Corrections and decisions: a tap on what is wrong, and what it was instead.
import { h, toast } from "./dom.js";
import { anyCard } from "./cards.js";
import { freshId, get, post } from "./live.js";
import { sentence, storyItem, tidy } from "./told.js";
import { refused, t } from "./words.js";

// One order of the host; a lost answer is asked for again under the same id.
export async function enter(path, body) {
  const order = { id: freshId(), ...body };
  for (let tries = 0; tries < 4; tries++) {
    const answer = await post(path, order);
    if (answer.ok) return toast(t("sent"));
    if (answer.status !== 0 && answer.status !== 503) return toast(refused(answer));
    await new Promise((r) => setTimeout(r, 400 * 2 ** tries));
  }
  toast(t("offline"));
}

export function sheet(title, ...content) {
  const dialog = h("dialog", { "aria-label": title });
  const close = () => dialog.close();
  dialog.append(h("h2", {}, title), ...content.map((c) => (typeof c === "function" ? c(close) : c)).flat(), h("button", { class: "act second", type: "button", onclick: close }, t("cancel")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

export function ask(question, yes, then) {
  sheet(question, (close) => h("button", { class: "act danger", type: "button", onclick: () => { close(); then(); } }, yes));
}

export function fixSheet(line, board) {
  const fix = (body, close) => { close(); enter("/api/corrections", body); };
  const title = sentence(line).map((x) => x.getAttribute?.("aria-label") ?? x.textContent ?? x).join("");
  const laid = line.event.event === "laid";
  const whose = laid || line.event.event === "call";
  sheet(title, (close) => [
    laid ? h("details", { open: true }, h("summary", {}, t("host-fix-replace")), anyCard(board.game, (card) => fix({ replace: line.seq, with: { card } }, close))) : null,
    whose ? h("details", { open: !laid }, h("summary", {}, t(laid ? "host-fix-seat" : "host-fix-caller")), h("div", { class: "grid" }, board.seating.filter((p) => p.seat !== line.event.seat).map((p) =>
      h("button", { class: "act second", type: "button", onclick: () => fix({ replace: line.seq, with: { seat: p.seat } }, close) }, p.name)))) : null,
    h("button", { class: "act danger", type: "button", onclick: () => fix({ strike: line.seq }, close) }, t("host-fix-strike")),
    h("button", { class: "act second", type: "button", "data-before": line.seq, onclick: () => { close(); insertSheet(board, line); } }, t("host-insert-before")),
  ].filter(Boolean));
}

const ZONES = { mensch: "trick", monster: "hand", michigan_rummy: "front" };

// A card that was missed: just now, or before that line of a story.
export function insertSheet(board, before = null) {
  let seat = before?.event.seat ?? board.deal?.awaited?.[0]?.seats[0] ?? board.seating[0].seat;
  const select = h("select", { onchange: (e) => { seat = e.target.value; } }, board.seating.map((p) => h("option", { value: p.seat, selected: p.seat === seat }, p.name)));
  const zone = (before ? before.event.event === "laid" && before.event.zone : board.deal?.awaited?.[0]?.zone) || ZONES[board.game];
  sheet(t(before ? "host-insert-before" : "host-insert"), (close) => [h("label", { class: "field" }, t("host-insert-who"), select), h("p", { class: "quiet spaced" }, t("host-insert-card")),
    anyCard(board.game, (card) => { close(); enter("/api/corrections", { insert: { event: "laid", seat, card, zone }, before: before?.seq }); })]);
}

// What was entered last can be taken back, whatever it was.
export function undoButton({ undo }) {
  if (!undo) return null;
  return h("button", { class: "act second spaced", id: "undo-last", type: "button", onclick: () => enter("/api/corrections", { undo: undo.seq }) }, t("host-undo"), ": ", sentence(undo));
}

// A deal that is over, to be put right as well.
export async function dealSheet(board, number) {
  const found = await get("/api/deals/" + number).catch(() => null);
  if (!found) return toast(t("offline"));
  const lines = tidy(found.story).filter((l) => ["laid", "call", "backs"].includes(l.event.event));
  const first = found.story[0]?.seq;
  sheet(t("deal-number", { n: number }), (close) => [
    h("ol", { class: "story" }, lines.map((l) => storyItem(l, h("button", { class: "link", type: "button", "data-fix": l.seq, onclick: () => { close(); fixSheet(l, board); } }, t("host-fix-short"))))),
    first ? h("button", { class: "act danger", type: "button", onclick: () => { close(); voidDeal(first); } }, t("host-void")) : null,
  ].filter(Boolean));
}

// Voids the deal of that entry; without one, the deal that runs.
export const voidDeal = (of = null) => ask(t("host-void-sure"), t("host-void"), () => enter("/api/decisions", { ...(of && { of }), decision: "void" }));

// On every ruling the first choice is that the reading was wrong.
export function rulingActions(told, board) {
  const decide = (decision) => enter("/api/decisions", { of: told.seq, decision });
  const notThat = () => {
    const proof = board().story.filter((l) => told.ruling.proof.includes(l.seq) && ["laid", "call", "backs"].includes(l.event.event));
    sheet(t("host-proof"), (close) => proof.map((l) => h("button", { class: "act second", type: "button", "data-proof": l.seq, onclick: () => { close(); fixSheet(l, board()); } }, sentence(l))));
  };
  // Nobody is accused on one sign alone: the host has the picture, and his word makes up for the other.
  const weak = told.ruling.verdict !== "inconclusive" ? [] : board().story.filter(({ seq, struck, event: e }) => told.ruling.proof.includes(seq) && !struck && e.card && e.by === "seen" && e.signs.indices + (e.signs.face ? 1 : 0) < 2);
  const thatIs = async () => { for (const { seq, event } of weak) await enter("/api/corrections", { replace: seq, with: { card: event.card } }); };
  const fine = () => {
    const input = h("input", { type: "number", min: 1, max: 99, value: "1", inputmode: "numeric" });
    sheet(t("host-fine"), h("label", { class: "field" }, t("host-fine-how"), input),
      (close) => h("button", { class: "act", type: "button", onclick: () => { close(); decide({ fine: { chips: Math.max(1, Number(input.value) || 1), to: "pot" } }); } }, t("host-fine")));
  };
  const button = (key, then, kind = "second") => h("button", { class: "act " + kind, type: "button", "data-decide": key, onclick: then }, t("host-" + key));
  return h("div", { class: "stack spaced" }, button("not-that", notThat, ""), weak.length ? button("that-is", thatIs) : null, h("div", { class: "two" }, button("take-back", () => decide("take_back")), button("stands", () => decide("stands"))),
    h("div", { class: "two" }, told.ruling.against ? button("fine", fine) : null, button("void", () => voidDeal(told.seq), "danger")),
    told.ruling.code.startsWith("claim") ? button("claim", () => decide("claim_accepted")) : null);
}
