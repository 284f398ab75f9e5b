// Who pays whom, to share, to keep as a sheet or to print; and the table of all evenings.
import { $, h, keep, svg, toast } from "./dom.js";
import { get, live } from "./live.js";
import { head, shell } from "./shell.js";
import { has, lang, signed, t } from "./words.js";

shell("settle");
let board = null, line = { ok: false, since: null }, settled = null, league = null, asked = -1;

async function ask() {
  if (!board || asked === board.seq) return;
  asked = board.seq;
  settled = (await get("/api/settlement").catch(() => null)) ?? settled;
  if (!league || !board.deal) league = (await get("/api/league").catch(() => null)) ?? league;
  draw();
}

function draw() {
  head(board, line);
  if (settled) keep($("page"), [settled, league, lang()], () => [now(), evenings()]);
}

async function share() {
  const text = await fetch("/api/settlement?as=text&lang=" + lang()).then((a) => (a.ok ? a.text() : null)).catch(() => null);
  if (!text) return toast(t("offline"));
  try {
    if (navigator.share) await navigator.share({ text });
    else { await navigator.clipboard.writeText(text); toast(t("settle-copied")); }
  } catch { /* put away by the reader */ }
}

function row(name, chips, amount) {
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "num" }, signed(chips)), settled.amounts ? h("td", { class: "num" }, amount) : null);
}

function now() {
  const left = (settled.left ?? []).reduce((sum, [, chips]) => sum + chips, 0);
  return h("section", { id: "now-settled" }, h("h1", { class: "title" }, t("settle-title")), h("p", { class: "quiet" }, new Date().toLocaleDateString(lang())),
    h("table", { class: "sheet" }, Object.entries(settled.shares ?? {}).map(([name, chips]) => row(name, chips, settled.amounts?.[name]))),
    left ? h("p", { class: "quiet" }, t("settle-left", { n: left })) : null,
    h("h2", {}, t("host-settle-lead")),
    settled.payments.length ? settled.payments.map((p) => h("p", { class: "pays" }, t("pays", { from: p.from, to: p.to, n: p.amount ? `${p.amount} (${p.chips})` : p.chips }))) : h("p", {}, t("host-settle-even")),
    h("div", { class: "stack spaced no-print" }, h("button", { class: "act", type: "button", onclick: share }, t("settle-share")),
      h("div", { class: "two" }, h("a", { class: "act second", href: "/api/settlement?as=csv", download: "pitboss.csv" }, t("settle-sheet")), h("button", { class: "act second", type: "button", onclick: () => print() }, t("settle-print")))));
}

// Chips of all evenings as bars to the right and to the left of nothing.
function bars(players) {
  const most = Math.max(1, ...players.map((p) => Math.abs(p.net)));
  const rows = players.map((p, i) => {
    const long = (Math.abs(p.net) / most) * 95;
    return svg("rect", { x: p.net < 0 ? 100 - long : 100, y: i * 14 + 2, width: long, height: 10, rx: 2, class: p.net < 0 ? "bar minus" : "bar" });
  });
  return svg("svg", { viewBox: `0 0 200 ${players.length * 14}`, class: "bars", role: "img", "aria-label": players.map((p) => `${p.name} ${signed(p.net)}`).join(", ") }, svg("line", { x1: 100, x2: 100, y1: 0, y2: players.length * 14, class: "axis" }), rows);
}

function evenings() {
  if (!league?.players?.length) return null;
  const counts = (tally) => Object.entries(tally.counts).map(([what, n]) => (has("count-" + what) ? t("count-" + what, { n }) : `${what.replaceAll("_", " ")} ${n}`)).join(" · ");
  return h("section", { id: "league" }, h("h2", {}, t("league-title", { n: league.evenings })),
    h("table", { class: "sheet" }, league.players.map((p) => h("tr", {}, h("th", { scope: "row" }, p.name), h("td", { class: "num" }, signed(p.net)), h("td", { class: "num quiet" }, t("league-evenings", { n: p.evenings }))))),
    bars(league.players),
    h("details", { class: "no-print" }, h("summary", {}, t("league-games")), league.players.map((p) => Object.entries(p.games).map(([game, tally]) =>
      h("p", { class: "tally" }, h("b", {}, `${p.name}, ${t("game-" + game)}: `), t("league-deals", { deals: tally.deals, won: tally.won, net: signed(tally.net) }), " ", counts(tally))))));
}

live((next) => { board = next; head(board, line); ask(); }, (state) => { line = state; head(board, line); });
addEventListener("pitboss-lang", draw);
