// Who pays whom, to share, to keep as a sheet or to print; and the table of all evenings.
import { $, h, keep, toast } from "./dom.js";
import { allEvenings } from "./league.js";
import { get, live } from "./live.js";
import { head, shell } from "./shell.js";
import { chips, lang, signed, t } from "./words.js";

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
  if (settled) keep($("page"), [settled, league, lang()], () => [now(), allEvenings(league)]);
}

async function share() {
  const text = await fetch("/api/settlement?as=text&lang=" + lang()).then((a) => (a.ok ? a.text() : null)).catch(() => null);
  if (!text) return toast(t("offline"));
  try {
    if (navigator.share) await navigator.share({ text });
    else { await navigator.clipboard.writeText(text); toast(t("settle-copied")); }
  } catch { /* put away by the reader */ }
}

function row(name, has, amount) {
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "num" }, signed(has)), settled.amounts ? h("td", { class: "num" }, (has > 0 ? "+" : "") + amount.replace("-", "−")) : null);
}

function now() {
  const left = (settled.left ?? []).reduce((sum, [, rest]) => sum + rest, 0);
  return h("section", { id: "now-settled" }, h("h1", { class: "title" }, t("settle-title")), h("p", { class: "quiet" }, new Date().toLocaleDateString(lang())),
    h("table", { class: "sheet" }, Object.entries(settled.shares ?? {}).map(([name, has]) => row(name, has, settled.amounts?.[name]))),
    left ? h("p", { class: "quiet" }, t("settle-left", { n: left })) : null,
    h("h2", {}, t("host-settle-lead")),
    settled.payments.length ? settled.payments.map((p) => h("p", { class: "pays" }, t("pays", { from: p.from, to: p.to, n: p.amount ? `${p.amount} (${chips(p.chips)})` : chips(p.chips) }))) : h("p", {}, t("host-settle-even")),
    h("div", { class: "stack spaced no-print" }, h("button", { class: "act", type: "button", onclick: share }, t("settle-share")),
      h("div", { class: "two" }, h("a", { class: "act second", href: "/api/settlement?as=csv", download: "pitboss.csv" }, t("settle-sheet")), h("button", { class: "act second", type: "button", onclick: () => print() }, t("settle-print")))));
}

live((next) => { board = next; head(board, line); ask(); }, (state) => { line = state; head(board, line); });
addEventListener("pitboss-lang", draw);
