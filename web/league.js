// All evenings of a table: chips won and lost, evening by evening, and game by game what people care about, as pictures.
import { h, svg } from "./dom.js";
import { has, lang, signed, t } from "./words.js";

// What is counted where: the solid part of a bar, the open part, and what the two together are called.
const GAMES = {
  mensch: [{ title: "stat-contracts", full: "made", of: "declared" }, { title: "stat-partner", full: "partner_made" }, { title: "stat-tricks", full: "tricks" }],
  monster: [{ title: "stat-monster", full: "beat_monster", rest: "lost_to_monster" }],
  michigan_rummy: [{ title: "stat-pay", full: "pay_cards" }, { title: "stat-poker", full: "poker_pots" }, { title: "stat-out", full: "went_out" }],
};

export function allEvenings(league) {
  if (!league?.players?.length) return null;
  const { players } = league;
  return h("section", { id: "league" }, h("h2", { class: "title" }, t("league-title", { n: league.evenings })),
    balance(players), course(league), Object.keys(GAMES).map((game) => oneGame(game, players)));
}

// Chips of all evenings as bars to the right and to the left of nothing.
function balance(players) {
  const most = Math.max(1, ...players.map((p) => Math.abs(p.net)));
  return h("div", { class: "meters balance" }, players.map((p) => {
    const long = (Math.abs(p.net) / most) * 50;
    const bar = svg("rect", { x: p.net < 0 ? 50 - long : 50, y: 0, width: long, height: 10, class: p.net < 0 ? "bar minus" : "bar" });
    const picture = svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, bar, svg("line", { x1: 50, x2: 50, y1: -4, y2: 14, class: "axis" }));
    return [h("b", {}, p.name), picture, h("b", { class: "num" }, signed(p.net)), h("span", { class: "quiet" }, t(p.evenings === 1 ? "league-evening" : "league-evenings", { n: p.evenings }))];
  }));
}

// How everybody's chips went from evening to evening: one line a player, its name at the end.
function course({ history, players }) {
  if (!(history?.length > 1)) return null;
  const lines = players.map(({ name }) => {
    let sum = 0;
    return { name, sums: [0, ...history.map((e) => (sum += e.net[name] ?? 0))] };
  });
  const all = lines.flatMap((l) => l.sums);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const [wide, tall, right] = [320, 170, 244];
  const x = (i) => 6 + (i / history.length) * (right - 6);
  const y = (chips) => tall - 12 - ((chips - low) / Math.max(1, high - low)) * (tall - 24);
  // Names keep a line's distance from one another.
  const ends = lines.map((l, i) => ({ i, at: y(l.sums.at(-1)) })).sort((a, b) => a.at - b.at);
  ends.forEach((e, k) => { if (k) e.at = Math.max(e.at, ends[k - 1].at + 13); });
  const over = Math.max(0, (ends.at(-1)?.at ?? 0) - (tall - 4));
  const dated = (e) => new Date(e.begun_ms).toLocaleDateString(lang(), { month: "short", day: "numeric" });
  const drawn = lines.map((l, i) => svg("g", { class: "way w" + (i % 6) },
    svg("polyline", { points: l.sums.map((c, k) => `${x(k)},${y(c)}`).join(" ") }), l.sums.slice(1).map((c, k) => svg("circle", { cx: x(k + 1), cy: y(c), r: 2.6 })),
    svg("text", { x: right + 7, y: ends.find((e) => e.i === i).at - over + 4 }, `${l.name} ${signed(l.sums.at(-1))}`)));
  const said = lines.map((l) => `${l.name}: ${l.sums.slice(1).map(signed).join(", ")}`).join("; ");
  return [h("h3", {}, t("league-course")), svg("svg", { viewBox: `0 0 ${wide} ${tall + 14}`, class: "course", role: "img", "aria-label": said },
    svg("line", { x1: 6, x2: right, y1: y(0), y2: y(0), class: "axis" }), drawn,
    svg("text", { x: x(1), y: tall + 11, class: "tick" }, dated(history[0])), svg("text", { x: right, y: tall + 11, class: "tick", "text-anchor": "end" }, dated(history.at(-1))))];
}

function oneGame(game, players) {
  const here = players.filter((p) => p.games[game]?.deals);
  if (!here.length) return null;
  const tally = (p) => p.games[game];
  const pictures = GAMES[game].map(({ title, full, rest, of }) => {
    const rows = here.map((p) => {
      const { counts } = tally(p);
      const done = counts[full] ?? 0;
      return { name: p.name, done, all: of ? (counts[of] ?? 0) : done + (rest ? (counts[rest] ?? 0) : 0) };
    });
    return rows.some((r) => r.all) ? [h("h4", {}, t(title)), meters(rows, !!(of || rest))] : null;
  });
  return h("div", { class: "game-stats" }, h("h3", {}, t("game-" + game)), pictures,
    h("details", { class: "no-print" }, h("summary", {}, t("league-games")), here.map((p) => h("p", { class: "tally" }, h("b", {}, p.name + ": "), t("league-deals", { deals: tally(p).deals, won: tally(p).won, net: signed(tally(p).net) }), " ", counted(tally(p))))));
}

const counted = (tally) => Object.entries(tally.counts).map(([what, n]) => (has("count-" + what) ? t("count-" + what, { n }) : `${what.replaceAll("_", " ")} ${n}`)).join(" · ");

// One bar a player: what was achieved is solid, the rest of what was tried open.
function meters(rows, parted) {
  const most = Math.max(1, ...rows.map((r) => r.all));
  return h("div", { class: "meters" }, rows.map((r) => {
    const long = (n) => (n / most) * 100;
    const picture = svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { class: "tried", x: 0, y: 0, width: long(r.all), height: 10 }), svg("rect", { class: "bar", x: 0, y: 0, width: long(r.done), height: 10 }));
    return [h("span", {}, r.name), picture, h("span", { class: "num" }, parted ? t("n-of", { n: r.done, all: r.all }) : String(r.done))];
  }));
}
