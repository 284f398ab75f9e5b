// A player's own phone: sit down by name, say what fits this moment with a moment to undo, never twice.
import { $, h, keep, toast } from "./dom.js";
import { awaited, callButtons } from "./calls.js";
import { drawNow } from "./felt.js";
import { freshId, get, live, post } from "./live.js";
import { head, shell } from "./shell.js";
import { callText, foremost, rulingCard, storyItem } from "./told.js";
import { lang, refused, t } from "./words.js";
import { speak } from "./voice.js";

const UNDO_MS = 4000;
shell("seat");
let board = null, line = { ok: false, since: null }, me = null, joined = [], holding = null;

// Calls that could not be sent yet; each keeps its id, so that a call that did arrive isn't made twice.
const queue = {
  read: () => { try { return JSON.parse(localStorage.getItem("pitboss.queue") ?? "[]"); } catch { return []; } },
  write: (list) => { try { localStorage.setItem("pitboss.queue", JSON.stringify(list)); } catch { /* no memory */ } },
};
let flushing = false;
async function flush() {
  if (flushing) return;
  flushing = true;
  for (let list = queue.read(); list.length; list = queue.read()) {
    const [first] = list;
    const answer = await post(first.path, first.body);
    const { ok, status } = answer;
    if (status === 0 || status === 503) break;
    queue.write(queue.read().filter((o) => o.body.id !== first.body.id));
    toast(ok ? t(first.said, { what: first.what }) : refused(answer));
    if (status === 401 || status === 403) await who();
  }
  flushing = false;
  draw();
}
setInterval(() => queue.read().length && flush(), 1500);
addEventListener("online", flush);

function send(path, body, what, said) {
  queue.write([...queue.read(), { path, body: { id: freshId(), ...body }, what, said }]);
  flush();
  if (!navigator.onLine) toast(t("seat-queued", { what }));
}

function say(call, seat) {
  const what = me.middle ? seat + ": " + callText(call) : callText(call);
  document.querySelector(".undo")?.remove();
  clearTimeout(holding);
  const box = h("div", { class: "undo", role: "status" }, h("span", {}, what), h("button", { type: "button", onclick: () => { clearTimeout(holding); box.remove(); } }, t("undo")));
  document.body.append(box);
  holding = setTimeout(() => { box.remove(); send("/api/calls", { seat, call }, what, "seat-sent"); }, UNDO_MS);
}

async function who() {
  me = (await get("/api/me").catch(() => null)) ?? me;
  joined = (await get("/api/seats").catch(() => null))?.joined ?? joined;
  draw();
}

function draw() {
  head(board, line);
  if (!board || !me) return;
  const page = $("page");
  if (me.middle) keep(page, ["middle", joined, lang(), board.game, board.seating, awaited(board), queue.read()], middle);
  else if (!me.seat) return keep(page, ["join", board.seating, joined, lang()], joinForm);
  else keep(page, ["seat", me.seat, lang(), board.game, awaited(board), !board.deal, foremost(board), board.story.slice(-12), queue.read()], mySeat);
  drawNow($("now"), board, true);
}

function joinForm() {
  const go = async (name) => {
    const answer = await post("/api/seats", { name });
    if (!answer.ok) toast(refused(answer));
    await who();
  };
  const names = board.seating.map((p) => p.name);
  const known = names.map((name) => h("button", { class: "act second", type: "button", disabled: joined.includes(name), onclick: () => go(name) }, name, joined.includes(name) ? h("span", { class: "quiet" }, " · " + t("seat-taken")) : null));
  const input = h("input", { maxlength: 16, autocomplete: "nickname", required: true });
  const form = h("form", { class: "stack", onsubmit: (e) => { e.preventDefault(); go(input.value.trim()); } }, h("label", { class: "field" }, t("seat-name"), input), h("button", { class: "act" }, t("seat-join")));
  return [h("h1", { class: "title" }, t("seat-title")), names.length ? [h("p", { class: "quiet" }, t("seat-lead")), h("div", { class: "grid spaced" }, known)] : form,
    h("section", { class: "panel spaced" }, h("p", { class: "quiet" }, t("middle-lead")), h("button", { class: "act second spaced", id: "middle", type: "button", onclick: lie }, t("middle-go")))];
}

// One phone for all who have none.
async function lie() {
  const answer = await post("/api/seats/middle", {});
  if (!answer.ok) toast(refused(answer));
  await who();
}

// What players without a phone may say now, each under the own name.
function middle() {
  const without = (seats) => seats.filter((seat) => !joined.includes(seat));
  const turns = awaited(board).flatMap((a) => without(a.seats).map((seat) => ({ seat, calls: a.calls ?? [] })));
  const asked = turns.filter(({ calls }) => calls.length);
  return [h("h1", { class: "title" }, t("middle-title")), h("section", { class: "now", id: "now", "aria-live": "polite" }), waiting(),
    asked.map(({ seat, calls }) => h("section", { class: "panel asks", "data-for": seat }, h("h2", {}, t("middle-turn", { who: seat })), callButtons(calls, board, (call) => say(call, seat)))),
    asked.length ? null : h("p", { class: "calm" }, t("middle-nothing")), leaveButton()];
}

const waiting = () => (queue.read().length ? h("p", { class: "error", role: "status" }, t("seat-queued", { what: queue.read()[0].what })) : null);
const leaveButton = () => h("button", { class: "act second spaced", type: "button", onclick: async () => { await post("/api/session", null, "DELETE"); await who(); } }, t(me.middle ? "middle-leave" : "seat-leave"));

function mySeat() {
  const next = awaited(board).find((a) => a.seats.includes(me.seat) && (a.calls.length || board.deal));
  const calls = next?.calls ?? [];
  const parts = [h("h1", { class: "title" }, t("seat-you", { name: me.seat })), h("section", { class: "now", id: "now", "aria-live": "polite" })];
  parts.push(waiting());
  if (calls.length) parts.push(h("section", { class: "panel asks" }, h("h2", {}, t(board.deal ? "seat-turn" : "seat-opens")), callButtons(calls, board, (call) => say(call, me.seat))));
  else if (next) parts.push(h("section", { class: "panel asks" }, h("h2", {}, t("seat-turn")), h("p", {}, t(next.zone === "hand" ? "seat-shows" : "seat-plays"))));
  else parts.push(h("p", { class: "calm" }, t("seat-nothing")));
  parts.push(...foremost(board).map((r) => rulingCard(r)));
  const laid = board.story.filter((l) => l.event.event === "laid" && !l.struck).slice(-8).reverse();
  if (laid.length) parts.push(h("h2", {}, t("seat-check")), h("p", { class: "quiet" }, t("seat-check-lead")),
    h("ol", { class: "story" }, laid.map((l) => storyItem(l, h("button", { class: "link", type: "button", onclick: () => send("/api/checks", { of: l.seq }, t("seat-check"), "seat-checked") }, t("seat-check-short"))))));
  parts.push(leaveButton());
  return parts;
}

who();
setInterval(who, 15000);
live((next) => { board = next; draw(); if (queue.read().length) flush(); speak(board, line, me?.seat); }, (state) => { line = state; head(board, line); });
addEventListener("pitboss-lang", draw);
