// Rulings and the story of the deal into sentences with their cards, and the pictures behind them into a dialog.
import { calm, h, keep } from "./dom.js";
import { chip, cardName } from "./cards.js";
import { get } from "./live.js";
import { outcome } from "./felt.js";
import { chips, has, lang, rich, t, why } from "./words.js";

export function rulingCard(told, actions = []) {
  const { verdict, code } = told.ruling;
  const decision = told.decision && (told.withdrawn ? t("decision-lapsed", { what: decided(told.decision) }) : decided(told.decision));
  return h("article", { class: "ruling " + verdict + (told.withdrawn ? " withdrawn" : ""), "data-seq": told.seq },
    h("span", { class: "kind" }, t("kind-" + verdict)),
    h("p", { class: "says" }, told.says),
    h("div", { class: "foot" }, h("span", {}, t("rule-of", { code: has("code-" + code) ? t("code-" + code) : code.replaceAll("_", " ") })), decision ? h("span", {}, decision) : null, told.withdrawn ? h("span", {}, t("withdrawn")) : null,
      h("button", { class: "link", type: "button", onclick: () => pictures(told.seq) }, t("see-pictures"))),
    actions);
}

export function decided(decision) {
  return typeof decision === "string" ? t("decision-" + decision) : t("decision-fine", { n: decision.fine?.chips });
}

// The newest ruling, and before it the newest offence that nobody decided yet.
export const foremost = ({ rulings }) => [...new Set([rulings[0], rulings.find((r) => r.ruling.verdict === "violation" && !r.decision && !r.withdrawn)])].filter(Boolean);

export function drawRulings(el, board) {
  const list = board.rulings.slice(0, 6);
  return keep(el, [list, board.handed_back, lang(), !!board.deal], () => {
    if (!list.length) return [handBack(board), board.deal ? h("p", { class: "calm" }, t("no-rulings")) : null];
    const first = foremost(board), rest = list.filter((r) => !first.includes(r));
    return [handBack(board), h("h2", {}, t("last-ruling")), ...first.map((r) => rulingCard(r)), rest.length ? h("details", {}, h("summary", {}, t("earlier-rulings") + ` (${rest.length})`), rest.map((r) => rulingCard(r))) : null];
  });
}

// What people hand back after something was put right.
export function handBack({ handed_back: list }) {
  return list?.length ? h("article", { class: "panel asks", "data-handed": list.length }, h("h2", {}, t("hand-back")), list.map((p) => h("p", { class: "pays" }, t("gives", { from: account(p.from), to: account(p.to), n: chips(p.chips) })))) : null;
}

// The pictures of one play as a short film: before, at, after; each can be looked at by itself.
function film(group) {
  const { seat, card } = group[0];
  const img = h("img", { class: "crop" });
  const steps = group.map((p) => h("button", { class: "act second", type: "button", onclick: () => { stop(); show(p); } }, t("moment-" + p.moment)));
  const show = (p) => {
    img.src = p.src;
    img.alt = [seat, card && cardName(card), t("moment-" + p.moment)].filter(Boolean).join(", ");
    steps.forEach((b, i) => b.setAttribute("aria-pressed", String(group[i] === p)));
  };
  let timer;
  const stop = () => clearInterval(timer);
  const play = () => {
    stop();
    const rest = [...group];
    show(rest.shift());
    timer = setInterval(() => (rest.length && img.isConnected ? show(rest.shift()) : stop()), 900);
  };
  for (const p of group) new Image().src = p.src;
  if (calm()) show(group.find((p) => p.moment === "at") ?? group[0]); else play();
  return h("figure", { "data-film": group[0].of }, h("figcaption", {}, seat ? seat + ": " : null, chip(card)), img, group.length > 1 ? h("div", { class: "film" }, steps, h("button", { class: "act second", type: "button", "aria-label": t("replay"), onclick: play }, "▶")) : null);
}

// One film a play, in the order of the pictures.
export const films = (list) => [...new Set(list.map((p) => p.of))].map((of) => film(list.filter((p) => p.of === of)));

export async function pictures(seq, title = t("pictures-title")) {
  const dialog = h("dialog", { "aria-label": title }, h("h2", {}, title));
  const found = await get("/api/evidence/" + seq).catch(() => null);
  if (!found?.pictures?.length) dialog.append(h("p", { class: "quiet" }, t("no-pictures")));
  dialog.append(...films(found?.pictures ?? []));
  dialog.append(h("button", { class: "act second", type: "button", onclick: () => dialog.close() }, t("close")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

const account = (of) => (of === "pot" ? t("pot") : of === "bank" ? t("bank") : of.startsWith("board:") ? compartment(of.slice(6)) : of);
const compartment = (id) => (has("board-" + id) ? t("board-" + id) : id.split("_").map((c) => (/^[2-9TJQKA][SHDC]$/.test(c) ? cardName(c) : c)).join(" + "));

// What a call says, in words.
export function callText(call) {
  if (call.bid != null) return has("bid-" + call.bid) ? t("bid-" + call.bid) : t("call-bid-n", { n: call.bid });
  if (call.trump) return t("call-trump", { suit: t("suit-" + call.trump) });
  if (call.partner) return t("call-partner", { card: cardName(call.partner) });
  if (call.act) return t("call-act-" + call.act, { n: call.count ?? 0 });
  if (call.pick) return t("call-pick", { n: call.pick });
  if (call.dummy) return t("call-dummy-" + call.dummy);
  if (call.poker) return t("call-poker-" + call.poker, { n: call.to ?? "" });
  if (call.lead) return t("call-lead-pass");
  if (call.stop) return t("call-stop");
  if (call.redeal) return t("call-redeal");
  if (call.claim) return t("call-claim");
  return Object.entries(call).map(([k, v]) => k + " " + v).join(" ");
}

// One line of the story as text and elements; `null` where it says nothing to a reader.
export function sentence(line) {
  const e = line.event;
  const who = e.seat ?? t("wait-anyone");
  const card = chip(e.card);
  switch (e.event) {
    case "laid":
      if (e.zone === "hand") return rich("story-shown", { who, card });
      return e.seat ? rich("story-laid", { who, card }) : rich("story-laid-nobody", { card });
    case "lifted": return rich("story-lifted", { who, card });
    case "backs": return e.seat ? rich("story-backs", { who, n: e.count }) : rich("story-backs-nobody", { n: e.count, zone: t("zone-" + e.zone) });
    case "call":
      if (e.call.trump) return rich("story-trump", { who, suit: t("suit-" + e.call.trump) });
      if (e.call.partner) return rich("story-partner", { who, card: chip(e.call.partner) });
      return rich("story-call", { who, call: callText(e.call) });
    case "asked": return rich("story-asked", { who });
    case "answered": return e.card ? rich("story-answered", { card }) : rich("story-answered-none");
    case "undone":
    case "struck": return rich("story-struck", { n: e.of });
    case "replaced": return rich("story-replaced", { n: e.of, what: sentence({ event: e.with }) });
    case "inserted": return rich("story-inserted", { what: sentence({ event: e.what }) });
    case "decided": return rich("story-decided", { what: decided(e.decision) });
    case "ruling": return [[t("kind-" + e.verdict), has("code-" + e.code) ? t("code-" + e.code) : e.code.replaceAll("_", " "), e.against].filter(Boolean).join(" · ")];
    case "withdrawn": return rich("story-withdrawn");
    case "transfer": return rich(e.from.length > 1 ? "story-transfers" : "story-transfer", { from: e.from.map(account).join(", "), to: account(e.to), n: e.chips, why: why(e.reason) });
    case "deal_opened": return rich("story-deal_opened", { who: e.dealer ?? "?" });
    case "deal_closed": return rich("story-deal_closed", { outcome: outcome(e.outcome) });
    case "paused": return rich(e.paused ? "story-paused" : "story-resumed");
    case "bank": return rich("story-bank");
    case "telling": return rich("story-telling");
    case "bought": return rich("story-bought", { who, n: e.chips });
    case "cashed_out": return rich("story-cashed_out", { who, n: e.chips });
    case "game": return rich("story-game", { game: t("game-" + e.game) });
    case "seated": return rich("story-seated");
    case "health": return rich("story-health", { state: t("camera-" + e.state) });
    default: return null;
  }
}

// Four cards that one hand gathers are one line.
export function tidy(story) {
  const out = [];
  for (const line of story) {
    if (line.event.event === "answered") continue; // the card it named stands in its own line
    const last = out.at(-1);
    const gather = (l) => l?.event.event === "lifted" && l.event.zone === "trick";
    if (gather(line) && gather(last) && last.event.seat === line.event.seat) last.gathered = true;
    else out.push({ ...line });
  }
  return out;
}

export function storyItem(line, extra) {
  const text = line.gathered ? rich("story-took", { who: line.event.seat ?? t("wait-anyone") }) : sentence(line);
  if (!text) return null;
  const e = line.event;
  const bad = e.event === "ruling" && e.verdict === "violation";
  return h("li", { class: line.struck ? "struck" : null, "data-seq": line.seq }, h("span", { class: bad ? "bad" : null }, text), extra);
}

// How a line of the story came about, and for a card its pictures once more.
function origin(line) {
  const { by, event, card } = line.event;
  const tag = line.struck ? t("struck") : line.corrected ? t("corrected") : by === "count" ? t("by-count") : by === "host" ? t("by-host") : "";
  const replay = event === "laid" && h("button", { class: "link", type: "button", "data-replay": line.seq, "aria-label": t("see-pictures") + ": " + cardName(card), onclick: () => pictures(line.seq) }, "▶");
  return h("span", { class: "origin" }, h("span", { class: "tag" }, tag), replay);
}

// The facts with the rulings that they led to, in order.
function whole(board) {
  const known = new Set(board.story.map((l) => l.seq));
  const first = board.story[0]?.seq ?? Infinity;
  const told = board.rulings.filter((r) => r.seq >= first && !known.has(r.seq)).map((r) => ({ seq: r.seq, event: { event: "ruling", ...r.ruling }, says: r.says, struck: r.withdrawn }));
  return [...board.story, ...told, ...moves(board.moved ?? [])].sort((a, b) => a.seq - b.seq);
}

// Chips that several paid alike, one after the other, are one line.
function moves(moved) {
  const lines = [];
  for (const { seq, from, to, chips, reason } of moved) {
    const last = lines.at(-1)?.event;
    if (last && last.to === to && last.chips === chips && last.reason === reason && last.newest === seq - 1) { last.from.push(from); last.newest = seq; }
    else lines.push({ seq, event: { event: "transfer", from: [from], to, chips, reason, newest: seq } });
  }
  return lines;
}

export function drawStory(el, board, limit = 200) {
  keep(el, [board.story, board.rulings, board.moved, lang(), limit], () => {
    const lines = tidy(whole(board)).reverse().slice(0, limit).map((l) => storyItem(l, origin(l))).filter(Boolean);
    return lines.length ? lines : h("li", { class: "quiet" }, t("no-story"));
  });
}
