// A first evening without reading anything: game, players clockwise, dealer, house rules.
import { h, toast } from "./dom.js";
import { enter } from "./host_fix.js";
import { get } from "./live.js";
import { lang, t } from "./words.js";

const PLAYERS = { mensch: [4, 4], monster: [4, 8], michigan_rummy: [2, 9] };

export function setupForm(board, joined) {
  const options = { ...(board.options ?? {}) };
  let game = board.game ?? "mensch";
  let names = board.seating.map((p) => p.name);
  if (!names.length) names = joined.length ? [...joined] : [];
  let dealer = board.deal?.dealer ?? "";
  const seatsBox = h("div", { class: "seats-list" });
  const dealerBox = h("select", { onchange: (e) => { dealer = e.target.value; } });
  const rulesBox = h("div", {});
  const fill = () => { while (names.length < PLAYERS[game][0]) names.push(""); };

  const drawSeats = () => {
    fill();
    seatsBox.replaceChildren(...names.map((name, i) =>
      h("div", { class: "seat-row" }, h("span", { class: "num quiet" }, String(i + 1)),
        h("input", { value: name, maxlength: 16, "aria-label": t("setup-player", { n: i + 1 }), placeholder: t("setup-player", { n: i + 1 }), oninput: (e) => { names[i] = e.target.value; drawDealer(); } }),
        h("button", { type: "button", "aria-label": t("setup-up"), disabled: i === 0, onclick: () => { [names[i - 1], names[i]] = [names[i], names[i - 1]]; drawSeats(); } }, "↑"),
        h("button", { type: "button", "aria-label": t("setup-down"), disabled: names.length <= PLAYERS[game][0], onclick: () => { names.splice(i, 1); drawSeats(); } }, "×"))),
      names.length < PLAYERS[game][1] ? h("button", { class: "act second", type: "button", onclick: () => { names.push(""); drawSeats(); } }, t("setup-add")) : "");
    drawDealer();
  };
  const drawDealer = () => dealerBox.replaceChildren(h("option", { value: "" }, t("setup-dealer-open")), ...names.map((n) => n.trim()).filter(Boolean).map((n) => h("option", { value: n, selected: n === dealer }, n)));
  const drawRules = async () => {
    const found = await get(`/api/rules?game=${game}&lang=${lang()}`).catch(() => null);
    rulesBox.replaceChildren(...(found?.rules ?? []).map((rule) => h("fieldset", { class: "house" }, h("legend", { class: rule.says ? null : "hidden-label" }, rule.says || rule.name.replaceAll("_", " ")), rule.choices.map((c) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name: "rule-" + rule.name, checked: JSON.stringify(c.value) === JSON.stringify(rule.now), onchange: () => { options[rule.name] = c.value; } }), h("span", {}, c.says))))));
  };
  const games = ["mensch", "monster", "michigan_rummy"].map((g) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "game", value: g, checked: g === game, onchange: () => { game = g; names = names.slice(0, PLAYERS[g][1]); drawSeats(); drawRules(); } }), t("game-" + g)));
  const go = (e) => {
    e.preventDefault();
    const seats = names.map((n) => n.trim()).filter(Boolean);
    const [least, most] = PLAYERS[game];
    if (seats.length < least || seats.length > most) return toast(t("setup-count", { game: t("game-" + game), n: least === most ? least : `${least}–${most}` }));
    const changed = Object.fromEntries(Object.entries(options));
    enter("/api/evening", { game, seats, dealer: dealer || null, options: changed });
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
