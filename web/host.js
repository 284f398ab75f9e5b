// The host's page: what needs an answer comes first, then calls, corrections and the deal.
import { $, h, keep, toast } from "./dom.js";
import { anyCard, cardFace } from "./cards.js";
import { awaited, callButtons } from "./calls.js";
import { drawNow } from "./felt.js";
import { ask, dealSheet, enter, fixSheet, insertSheet, rulingActions, undoButton, voidDeal } from "./host_fix.js";
import { cameraPanel } from "./host_camera.js";
import { chipsPanel } from "./host_chips.js";
import { pinForm } from "./door.js";
import { reachPanel } from "./reach.js";
import { setupForm } from "./host_setup.js";
import { get, live, post } from "./live.js";
import { head, shell } from "./shell.js";
import { films, handBack, pictures, rulingCard, sentence, storyItem, tidy } from "./told.js";
import { lang, t } from "./words.js";

shell("host");
let board = null, line = { ok: false, since: null }, me = null, joined = [], caller = null;
const part = (name) => { let el = $(name); if (!el) { el = h("section", { id: name }); $("page").append(el); } return el; };

async function who() {
  me = (await get("/api/me").catch(() => null)) ?? me;
  joined = (await get("/api/seats").catch(() => null))?.joined ?? joined;
  draw();
}

function draw() {
  head(board, line);
  if (!me) return;
  if (!me.host) return keep($("page"), ["pin", lang()], () => pinForm("pin", who));
  if (!board) return;
  if (keep($("page"), ["host", lang()], () => [])) ["now-part", "asks", "back", "checks", "rulings", "calls", "fix", "deal", "chips", "setup", "camera-part", "decks-part", "reach", "phones", "leave"].forEach(part);
  const ready = board.game && board.seating.length;
  drawNow(part("now-part"), board);
  part("now-part").className = "now";
  part("now-part").hidden = !ready;
  keep(part("asks"), [board.questions, lang()], () => board.questions.map(question));
  keep(part("back"), [board.handed_back, lang()], () => handBack(board));
  keep(part("checks"), [board.checks, board.story, lang()], () => (board.checks ?? []).map(check));
  const open = board.rulings.filter((r) => !r.decision && !r.withdrawn && r.ruling.verdict !== "reminder").slice(0, 3);
  keep(part("rulings"), [open, lang()], () => open.map((r) => rulingCard(r, rulingActions(r, () => board))));
  keep(part("calls"), [ready, awaited(board), board.seating, board.game, caller, lang()], () => ready && calls());
  keep(part("fix"), [ready, board.story, board.undo, board.deal_number, lang()], () => ready && fix());
  keep(part("deal"), [ready, board.paused, board.deal_number, claim()?.seq, !board.deal, board.game, board.telling, lang()], () => ready && deal());
  keep(part("chips"), [ready, board.bank, board.stacks, board.seating, board.left, lang()], () => ready && chipsPanel(board));
  keep(part("camera-part"), [lang()], () => cameraPanel(() => board));
  keep(part("decks-part"), [lang()], decks);
  keep(part("reach"), [lang()], reachPanel);
  keep(part("phones"), [joined, lang()], phones);
  keep(part("setup"), [board.game, board.seating, board.options, ready ? null : joined, lang()], () =>
    ready ? h("details", { class: "panel" }, h("summary", {}, t("setup-again")), setupForm(board, joined, runs)) : setupForm(board, joined, runs));
  keep(part("leave"), [lang()], () => h("button", { class: "act second spaced", type: "button", onclick: async () => { await post("/api/session", null, "DELETE"); await who(); } }, t("host-leave")));
}

const runs = () => Boolean(board.deal);

// Where a card lies that some player laid.
const OWNED = ["trick", "front", "hand"];

// The reader asks: the picture above, who laid it where nobody saw that, likely cards first, any card possible.
function question(q) {
  let by = null;
  const answer = async (card) => {
    if (card && by) await enter("/api/corrections", { replace: q.hole ?? q.seq, with: { seat: by } });
    await enter("/api/answers", { of: q.seq, card });
  };
  const choose = (seat) => (e) => {
    by = seat;
    for (const b of e.currentTarget.parentNode.children) b.setAttribute("aria-pressed", String(b === e.currentTarget));
  };
  const whose = q.seat || !OWNED.includes(q.zone) ? null : [h("p", { class: "quiet" }, t("host-asks-whose")), h("div", { class: "grid", role: "group", "aria-label": t("host-asks-whose") }, board.seating.map((p) =>
    h("button", { class: "act second", type: "button", "data-by": p.seat, "aria-pressed": "false", onclick: choose(p.seat) }, p.name)))];
  const picture = h("div", {});
  get("/api/evidence/" + (q.hole ?? q.seq)).catch(() => null).then((found) => {
    const list = found?.pictures ?? [];
    picture.replaceChildren(...(list.length ? films(list) : [h("p", { class: "quiet" }, t("host-no-picture"))]));
  });
  return h("article", { class: "panel asks", "data-question": q.seq }, h("h2", {}, t("host-asks")), h("p", { class: "quiet" }, q.seat ? t("host-asks-who", { who: q.seat }) : t("host-asks-nobody")), picture, whose,
    q.choices.length ? [h("p", { class: "quiet" }, t("host-likely")), h("div", { class: "likely" }, q.choices.slice(0, 8).map((c) => h("button", { class: "pick", type: "button", "data-card": c, onclick: () => answer(c) }, cardFace(c))))] : null,
    h("details", {}, h("summary", {}, t("host-any")), anyCard(board.game, answer)),
    h("button", { class: "act second", type: "button", onclick: () => answer(null) }, t("host-nothing")));
}

// A player doubts a card: the picture, and the same ways to put it right.
function check(wish) {
  const line = board.story.find((l) => l.seq === wish.of);
  const done = () => post("/api/checks", { of: wish.of }, "DELETE");
  return h("article", { class: "panel asks" }, h("h2", {}, t("host-check", { who: wish.by === "host" ? t("nav-host") : wish.by })), line ? h("p", { class: "doubted" }, sentence(line)) : null,
    h("div", { class: "stack" }, h("button", { class: "act second", type: "button", onclick: () => pictures(wish.of) }, t("see-pictures")),
      h("div", { class: "two" }, h("button", { class: "act", type: "button", onclick: done }, t("host-check-right")), line ? h("button", { class: "act second", type: "button", onclick: () => { done(); fixSheet(line, board); } }, t("host-fix-short")) : null)));
}

const LADDER = ["pass", "half", "after", "5", "5after", "6", "6after", "7", "7after", "solo"];
const OTHERS = {
  mensch: [...LADDER.map((bid) => ({ bid })), ...[..."SHDC"].map((trump) => ({ trump }))],
  monster: [...[0, 1, 2, 3, 4, 5, 6].map((count) => ({ act: "discard", count })), { act: "fold" }],
  michigan_rummy: [{ pick: 1 }, { pick: 2 }, { dummy: "keep" }, { dummy: "swap" }, { dummy: "sell" }, { bid: "pass" }, { bid: 1 }, { poker: "pass" }, { poker: "call" }, { poker: "fold" }, { poker: "bet", to: 1 }, { poker: "raise", to: 2 }, { lead: "pass" }, { stop: true }],
};

function calls() {
  const next = awaited(board);
  const seat = caller ?? next.find((a) => a.calls.length && a.seats.length)?.seats[0] ?? next[0]?.seats[0] ?? board.seating[0].seat;
  const fits = next.find((a) => a.seats.includes(seat))?.calls ?? [];
  const say = (call) => { caller = null; enter("/api/calls", { seat, call }); };
  const select = h("select", { onchange: (e) => { caller = e.target.value; draw(); } }, board.seating.map((p) => h("option", { value: p.seat, selected: p.seat === seat }, p.name)));
  return h("article", { class: "panel" }, h("h2", {}, t("host-call")), h("label", { class: "field" }, t("host-call-who"), select),
    h("div", { class: "stack spaced" }, fits.length ? callButtons(fits, board, say) : h("p", { class: "quiet" }, t("host-call-none"))),
    h("details", {}, h("summary", {}, t("host-call-all")), h("div", { class: "stack" }, callButtons(OTHERS[board.game], board, say), board.game === "mensch" ? anyCard("mensch", (partner) => say({ partner })) : null)));
}

function fix() {
  const facts = tidy(board.story).filter((l) => ["laid", "call", "backs"].includes(l.event.event) && !l.struck).slice(-14).reverse();
  return h("article", { class: "panel" }, h("h2", {}, t("host-fix")), h("p", { class: "quiet" }, t("host-fix-lead")),
    h("ol", { class: "story" }, facts.map((l) => storyItem(l, h("button", { class: "link", type: "button", "data-fix": l.seq, onclick: () => fixSheet(l, board) }, t("host-fix-short"))))),
    h("button", { class: "act second", type: "button", onclick: () => insertSheet(board) }, t("host-insert")), undoButton(board), earlier());
}

// Deals that are over, the newest first.
function earlier() {
  const past = Array.from({ length: board.deal_number - (board.deal ? 1 : 0) }, (_, i) => i + 1).reverse();
  return past.length ? h("details", { id: "earlier" }, h("summary", {}, t("host-earlier")), h("div", { class: "grid" }, past.map((n) => h("button", { class: "act second", type: "button", "data-deal": n, onclick: () => dealSheet(board, n) }, t("deal-number", { n }))))) : null;
}

// What a deck needs comes when it is opened: few evenings do.
function decks() {
  const box = h("div", {});
  const fill = () => import("./host_decks.js").then((m) => m.fillDecks(box, () => board, () => panel.open), () => toast(t("offline")));
  const panel = h("details", { class: "panel", id: "decks", ontoggle: () => { if (panel.open && !box.firstChild) fill(); } }, h("summary", {}, t("decks-title")), box);
  if (location.hash === "#decks") panel.open = true;
  return panel;
}

// Somebody claims the rest of the running deal.
const claim = () => (board.deal ? board.story.findLast((l) => l.event.call?.claim && !l.struck) : null);

function deal() {
  const claimed = claim();
  const redeal = () => ask(t("host-redeal-sure"), t("host-redeal"), () => enter("/api/decisions", { decision: "redeal" }));
  const finale = () => ask(t("host-finale-sure"), t("host-finale"), () => enter("/api/decisions", { decision: "finale" }));
  const anew = () => ask(t("host-anew-sure"), t("host-anew"), async () => { const { ok } = await post("/api/evening/new"); toast(t(ok ? "sent" : "offline")); });
  return h("article", { class: "panel" }, h("h2", {}, t("host-deal")), h("div", { class: "two" },
    h("button", { class: "act second", type: "button", onclick: () => enter("/api/pause", { paused: !board.paused }) }, t(board.paused ? "host-resume" : "host-pause")),
    h("button", { class: "act danger", type: "button", onclick: redeal }, t("host-redeal"))),
    claimed ? h("button", { class: "act spaced", type: "button", onclick: () => enter("/api/decisions", { of: claimed.seq, decision: "claim_accepted" }) }, t("host-claim-of", { who: claimed.event.seat })) : null,
    board.deal ? h("button", { class: "act danger spaced", type: "button", onclick: () => voidDeal() }, t("host-void")) : null,
    board.game === "michigan_rummy" && !board.deal ? h("button", { class: "act second spaced", type: "button", onclick: finale }, t("host-finale")) : null,
    h("label", { class: "field spaced" }, t("host-telling"), h("select", { onchange: (e) => enter("/api/telling", { when: e.target.value }) }, ["at_once", "host_first", "deal_end"].map((when) => h("option", { value: when, selected: when === (board.telling ?? "at_once") }, t("telling-" + when))))),
    h("button", { class: "act second spaced", type: "button", onclick: anew }, t("host-anew")));
}

function phones() {
  const free = async (name) => { await post("/api/seats/free", { name }); await who(); };
  return h("article", { class: "panel" }, h("h2", {}, t("host-seats")), joined.length
    ? h("ol", { class: "story" }, joined.map((name) => h("li", {}, h("span", {}, name), h("button", { class: "link", type: "button", onclick: () => free(name) }, t("host-free")))))
    : h("p", { class: "quiet" }, t("host-no-phones")));
}

who();
setInterval(who, 10000);
live((next) => { board = next; draw(); }, (state) => { line = state; head(board, line); });
addEventListener("pitboss-lang", draw);
