// This table's rules: what the game is, and what the table chose where the rules can be read in two ways.
import { $, h } from "./dom.js";
import { get, live } from "./live.js";
import { head, shell } from "./shell.js";
import { lang, t } from "./words.js";

shell("rules");
let board = null, line = { ok: false, since: null }, drawn = "";
const pages = { en: () => import("./rules_en.js"), ko: () => import("./rules_ko.js") };

async function draw() {
  head(board, line);
  if (!board) return;
  const state = JSON.stringify([board.game, board.options, lang()]);
  if (state === drawn) return;
  drawn = state;
  const page = await pages[lang()]().catch(() => null);
  if (!page) return (drawn = ""); // the next board tries again
  const texts = page.default;
  const games = board.game ? [board.game] : ["mensch", "monster", "michigan_rummy"];
  const parts = [h("h1", { class: "title" }, t("rules-title"))];
  if (!board.game) parts.push(h("p", { class: "quiet" }, t("rules-none")));
  for (const game of games) {
    parts.push(h("section", { class: "panel" }, h("h2", {}, t("game-" + game)), texts[game].map(([title, ...lines]) => [h("h3", {}, title), lines.map((l) => h("p", {}, l))])));
    const found = await get(`/api/rules?game=${game}&lang=${lang()}`).catch(() => null);
    if (found?.rules.length) parts.push(h("section", { class: "panel" }, h("h2", {}, t("rules-house")), found.rules.map(rule)));
  }
  $("page").replaceChildren(...parts);
}

function rule(r) {
  const now = JSON.stringify(r.now);
  const chosen = r.choices.find((c) => JSON.stringify(c.value) === now);
  const usual = JSON.stringify(r.choices[0]?.value) === now;
  return h("div", { class: "house" }, r.says ? h("p", {}, r.says) : null, h("p", { class: usual ? null : "chosen" }, r.says ? t("rules-here", { what: chosen?.says ?? String(r.now) }) : (chosen?.says ?? String(r.now)), usual ? h("span", { class: "quiet" }, ` (${t("rules-usual")})`) : null));
}

live((next) => { board = next; draw(); }, (state) => { line = state; head(board, line); });
addEventListener("pitboss-lang", draw);
