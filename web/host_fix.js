// Corrections and decisions: a tap on what is wrong, and what it was instead.
import { h, toast } from "./dom.js";
import { anyCard } from "./cards.js";
import { freshId, post } from "./live.js";
import { sentence } from "./told.js";
import { t } from "./words.js";

// One order of the host; a lost answer is asked for again under the same id.
export async function enter(path, body) {
  const order = { id: freshId(), ...body };
  for (let tries = 0; tries < 4; tries++) {
    const { ok, status, body: said } = await post(path, order);
    if (ok) return toast(t("sent"));
    if (status !== 0 && status !== 503) return toast(t("failed", { says: said?.says ?? status }));
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
  sheet(title, (close) => [
    laid ? h("details", { open: true }, h("summary", {}, t("host-fix-replace")), anyCard(board.game, (card) => fix({ replace: line.seq, with: { card } }, close))) : null,
    laid ? h("details", {}, h("summary", {}, t("host-fix-seat")), h("div", { class: "grid" }, board.seating.filter((p) => p.seat !== line.event.seat).map((p) =>
      h("button", { class: "act second", type: "button", onclick: () => fix({ replace: line.seq, with: { seat: p.seat } }, close) }, p.name)))) : null,
    h("button", { class: "act danger", type: "button", onclick: () => fix({ strike: line.seq }, close) }, t("host-fix-strike")),
  ].filter(Boolean));
}

const ZONES = { mensch: "trick", monster: "hand", michigan_rummy: "front" };

export function insertSheet(board) {
  let seat = board.deal?.awaited?.[0]?.seats[0] ?? board.seating[0].seat;
  const select = h("select", { onchange: (e) => { seat = e.target.value; } }, board.seating.map((p) => h("option", { value: p.seat, selected: p.seat === seat }, p.name)));
  const zone = board.deal?.awaited?.[0]?.zone ?? ZONES[board.game];
  sheet(t("host-insert"), (close) => [h("label", { class: "field" }, t("host-insert-who"), select), h("p", { class: "quiet spaced" }, t("host-insert-card")),
    anyCard(board.game, (card) => { close(); enter("/api/corrections", { insert: { event: "laid", seat, card, zone } }); })]);
}

// On every ruling the first choice is that the reading was wrong.
export function rulingActions(told, board) {
  const decide = (decision) => enter("/api/decisions", { of: told.seq, decision });
  const notThat = () => {
    const proof = board().story.filter((l) => told.ruling.proof.includes(l.seq) && ["laid", "call", "backs"].includes(l.event.event));
    sheet(t("host-proof"), (close) => proof.map((l) => h("button", { class: "act second", type: "button", "data-proof": l.seq, onclick: () => { close(); fixSheet(l, board()); } }, sentence(l))));
  };
  const fine = () => {
    const input = h("input", { type: "number", min: 1, max: 99, value: "1", inputmode: "numeric" });
    sheet(t("host-fine"), h("label", { class: "field" }, t("host-fine-how"), input),
      (close) => h("button", { class: "act", type: "button", onclick: () => { close(); decide({ fine: { chips: Math.max(1, Number(input.value) || 1), to: "pot" } }); } }, t("host-fine")));
  };
  const button = (key, then, kind = "second") => h("button", { class: "act " + kind, type: "button", "data-decide": key, onclick: then }, t("host-" + key));
  return h("div", { class: "stack spaced" }, button("not-that", notThat, ""), h("div", { class: "two" }, button("take-back", () => decide("take_back")), button("stands", () => decide("stands"))),
    told.ruling.against ? button("fine", fine) : null);
}
