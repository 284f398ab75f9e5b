// A first evening without reading anything: game, players clockwise, dealer, house rules.
import { h, toast } from "./dom.js";
import { ask, enter, sheet } from "./host_fix.js";
import { get } from "./live.js";
import { lang, t } from "./words.js";

const PLAYERS = { mensch: [4, 4], monster: [4, 8], michigan_rummy: [2, 9] };

// `runs` says whether a deal is being played now.
export function setupForm(board, joined, runs) {
  let options = { ...(board.options ?? {}) };
  let game = board.game ?? "mensch";
  const row = (name, was = null) => ({ name, was });
  let rows = board.seating.map((p) => row(p.name, p.name));
  if (!rows.length) rows = joined.map((name) => row(name));
  let dealer = board.next_dealer ?? "";
  const seatsBox = h("div", { class: "seats-list" });
  const dealerBox = h("select", { onchange: (e) => { dealer = e.target.value; } });
  const rulesBox = h("div", {});
  const fill = () => { while (rows.length < PLAYERS[game][0]) rows.push(row("")); };
  const taken = () => rows.map((r) => r.name.trim()).filter(Boolean);

  const drawSeats = () => {
    fill();
    const away = [...board.seating, ...(board.left ?? [])].map((p) => p.name).filter((name) => !rows.some((r) => name === r.name || name === r.was));
    const back = (name) => {
      const free = rows.find((r) => !r.name.trim() && !r.was);
      if (free) free.name = name; else rows.push(row(name));
      drawSeats();
    };
    seatsBox.replaceChildren(...rows.map((r, i) =>
      h("div", { class: "seat-row" }, h("span", { class: "num quiet" }, String(i + 1)),
        h("input", { value: r.name, maxlength: 16, "aria-label": t("setup-player", { n: i + 1 }), placeholder: t("setup-player", { n: i + 1 }), oninput: (e) => { r.name = e.target.value; drawDealer(); } }),
        h("button", { type: "button", "aria-label": t("setup-up"), disabled: i === 0, onclick: () => { [rows[i - 1], rows[i]] = [rows[i], rows[i - 1]]; drawSeats(); } }, "↑"),
        h("button", { type: "button", "aria-label": t("setup-down"), onclick: () => { rows.splice(i, 1); drawSeats(); } }, "×"))),
      rows.length < PLAYERS[game][1] ? h("button", { class: "act second", type: "button", onclick: () => { rows.push(row("")); drawSeats(); } }, t("setup-add")) : "",
      ...(taken().length < PLAYERS[game][1] ? away.map((name) => h("button", { class: "act second", type: "button", "data-back": name, onclick: () => back(name) }, t("setup-back", { who: name }))) : []));
    drawDealer();
  };
  const drawDealer = () => dealerBox.replaceChildren(h("option", { value: "" }, t(board.game ? "setup-dealer-next" : "setup-dealer-open")), ...taken().map((n) => h("option", { value: n, selected: n === dealer }, n)));
  const drawRules = async () => {
    const found = await get(`/api/rules?game=${game}&lang=${lang()}`).catch(() => null);
    rulesBox.replaceChildren(...(found?.rules ?? []).map((rule) => h("fieldset", { class: "house" }, h("legend", { class: rule.says ? null : "hidden-label" }, rule.says || rule.name.replaceAll("_", " ")), rule.choices.map((c) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name: "rule-" + rule.name, checked: JSON.stringify(c.value) === JSON.stringify(rule.now), onchange: () => { options[rule.name] = c.value; } }), h("span", {}, c.says))))));
  };
  const games = ["mensch", "monster", "michigan_rummy"].map((g) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "game", value: g, checked: g === game, onchange: () => { game = g; options = g === board.game ? { ...(board.options ?? {}) } : {}; rows = rows.slice(0, PLAYERS[g][1]); drawSeats(); drawRules(); } }), t("game-" + g)));
  const go = (e) => {
    e.preventDefault();
    const seats = taken();
    const [least, most] = PLAYERS[game];
    if (seats.length < least || seats.length > most) return toast(t("setup-count", { game: t("game-" + game), n: least === most ? least : `${least}–${most}` }));
    // A name typed over another: the same person, or somebody else?
    const known = new Set([...board.seating, ...(board.left ?? [])].map((p) => p.name));
    const typed = rows.filter((r) => r.was && r.name.trim() && !known.has(r.name.trim()) && !seats.includes(r.was));
    const renamed = {};
    const next = () => {
      const r = typed.shift();
      if (!r) return enter("/api/evening", { game, seats, renamed, dealer: seats.includes(dealer) ? dealer : null, options });
      const name = r.name.trim();
      sheet(t("setup-same", { old: r.was, new: name }), (close) => [
        h("button", { class: "act", type: "button", "data-same": name, onclick: () => { renamed[r.was] = name; close(); next(); } }, t("setup-same-yes", { new: name })),
        h("button", { class: "act second", type: "button", "data-other": name, onclick: () => { close(); next(); } }, t("setup-same-no", { old: r.was, new: name })),
      ]);
    };
    // Another game ends the deal that runs.
    if (runs() && game !== board.game) ask(t("setup-ends"), t("setup-go-again"), next);
    else next();
  };
  drawSeats();
  drawRules();
  return h("form", { class: "panel setup", onsubmit: go }, h(board.game ? "h2" : "h1", {}, t("setup-title")),
    h("fieldset", {}, h("legend", { class: "quiet" }, t("setup-game")), games),
    h("p", { class: "quiet spaced" }, t("setup-seats")), h("p", { class: "quiet" }, t("setup-hint")), seatsBox,
    h("label", { class: "field" }, t("setup-dealer"), dealerBox),
    h("details", {}, h("summary", {}, t("setup-rules")), h("p", { class: "quiet" }, t("setup-rules-lead")), rulesBox),
    h("button", { class: "act spaced" }, t(board.game ? "setup-go-again" : "setup-go")));
}
