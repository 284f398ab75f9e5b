// The host's box: chips bought and cashed out, what one is worth, whether debts are allowed.
import { h } from "./dom.js";
import { enter } from "./host_fix.js";
import { signed, t } from "./words.js";

export function chipsPanel(board) {
  const { bank, stacks } = board;
  const players = [...board.seating, ...(board.left ?? [])];
  const who = h("select", {}, players.map((p) => h("option", { value: p.name }, p.name)));
  const many = h("input", { type: "number", inputmode: "numeric", min: 1, step: 1, value: 100, required: true });
  const buy = (what) => () => many.reportValidity() && enter("/api/chips", { seat: who.value, [what]: Math.round(Number(many.value)) });
  const short = bank && !bank.debts ? Object.entries(stacks ?? {}).filter(([, chips]) => chips < 0) : [];
  return h("article", { class: "panel" }, h("h2", {}, t("host-chips")),
    short.map(([name, chips]) => h("p", { class: "error", role: "alert" }, t("chips-short", { who: name, n: -chips }))),
    Object.keys(stacks ?? {}).length ? h("p", { class: "quiet" }, Object.entries(stacks).map(([name, chips]) => `${name} ${signed(chips)}`).join(" · ")) : null,
    bank?.points ? h("p", { class: "quiet" }, t("chips-points-now")) : h("div", { class: "stack" },
      h("label", { class: "field" }, t("chips-who"), who), h("label", { class: "field" }, t("chips-many"), many),
      h("div", { class: "two" }, h("button", { class: "act second", type: "button", onclick: buy("bought") }, t("chips-buy")), h("button", { class: "act second", type: "button", onclick: buy("cashed_out") }, t("chips-out")))),
    rules(bank ?? { debts: true }),
    h("a", { class: "act second spaced", href: "/settle" }, t("settle-title")));
}

function rules(bank) {
  const worth = h("input", { value: bank.chip ?? "", maxlength: 20, placeholder: "0.10EUR", autocomplete: "off" });
  const debts = h("input", { type: "checkbox", checked: bank.debts });
  const points = h("input", { type: "checkbox", checked: !!bank.points });
  const go = (e) => { e.preventDefault(); enter("/api/bank", { chip: worth.value.trim() || null, debts: debts.checked, points: points.checked }); };
  return h("details", {}, h("summary", {}, t("chips-rules")), h("form", { class: "stack", onsubmit: go },
    h("label", { class: "field" }, t("chips-worth"), worth), h("label", { class: "choice" }, debts, t("chips-debts")), h("label", { class: "choice" }, points, t("chips-points")),
    h("button", { class: "act second" }, t("send"))));
}
