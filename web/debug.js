// How the reading goes: the live picture with zones, cards and hands drawn in, each card with its readings, frame times; and the last minute to save.
import { $, h, keep, svg } from "./dom.js";
import { chip } from "./cards.js";
import { pinForm } from "./door.js";
import { get, live } from "./live.js";
import { head, shell } from "./shell.js";
import { lang, t } from "./words.js";

const EVERY_MS = 1000;

shell("debug");
let board = null, line = { ok: false, since: null }, me = null, view = null, camera = null, parts = null;

async function who() {
  me = (await get("/api/me").catch(() => null)) ?? me;
  draw();
}

function draw() {
  head(board, line);
  if (!me) return;
  if (!me.host) { parts = null; return keep($("page"), ["pin", lang()], () => pinForm("pin", who)); }
  if (keep($("page"), ["debug", lang()], page)) look();
}

function page() {
  const eye = h("img", { class: "eye", alt: t("camera-picture") });
  const drawing = svg("svg", { class: "over", preserveAspectRatio: "none", viewBox: "0 0 1 1", "aria-hidden": "true" });
  parts = { eye, drawing, names: h("div", { class: "over names", "aria-hidden": "true" }), said: h("p", { class: "quiet" }), times: h("div", { class: "times" }), timesSaid: h("p", { class: "quiet" }), cards: h("tbody"), readings: h("tbody"), kept: h("p", { class: "quiet" }), save: h("a", { class: "act", href: "/api/debug/bundle", download: "pitboss-minute.tar", id: "save" }, t("debug-save")) };
  const table = (title, columns, body) => [h("h2", {}, t(title)), h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t(title) }, h("table", { class: "plain" }, h("thead", {}, h("tr", {}, columns.map((c) => h("th", { scope: "col" }, t("debug-" + c))))), body))];
  return [h("h1", {}, t("debug-title")), h("p", { class: "quiet" }, t("debug-lead")), h("div", { class: "eye-box" }, eye, drawing, parts.names), parts.said,
    table("debug-cards", ["card", "state", "who", "zone", "sure", "looks"], parts.cards), table("debug-readings", ["card", "sure", "choices"], parts.readings),
    h("h2", {}, t("debug-times")), parts.times, parts.timesSaid,
    h("section", { class: "panel" }, h("h2", {}, t("debug-minute")), h("p", {}, t("debug-private")), parts.kept, parts.save)];
}

const polygon = (outline, kind) => svg("polygon", { class: kind, points: outline.map((p) => p.join(",")).join(" "), "vector-effect": "non-scaling-stroke" });
const middle = (outline) => [0, 1].map((i) => outline.reduce((sum, p) => sum + p[i], 0) / outline.length);
const label = (outline, text, kind) => { const [x, y] = middle(outline); return h("span", { class: kind, "--x": x, "--y": y }, text); };
const percent = (v) => Math.round(v * 1000) / 10 + " %";
const whole = (list) => list.filter((item) => item.outline.length > 2);

function show() {
  const zones = camera?.zones ?? [];
  parts.drawing.replaceChildren(...(camera ? [polygon(camera.table, "table")] : []), ...zones.map((z) => polygon(z.outline, "zone")), ...view.hands.filter((o) => o.length > 2).map((o) => polygon(o, "hand")),
    ...whole(view.readings).map((r) => polygon(r.outline, "read")), ...whole(view.cards).map((c) => polygon(c.outline, c.state)));
  parts.names.replaceChildren(...(camera?.seats ?? []).map((s) => label(s.outline, s.name, "seat")), ...zones.map((z) => label(z.outline, t("zone-" + z.name), "zone")), ...view.cards.filter((c) => c.outline.length).map((c) => label(c.outline, c.card ?? "?", c.state)));
  parts.said.textContent = t("debug-frame", { source: view.source, width: view.width, height: view.height, frame: view.frame, at: view.at.toFixed(1), age: Math.round(view.age_ms) });
  parts.cards.replaceChildren(...view.cards.map((c) => h("tr", { "data-track": c.id, "data-state": c.state }, h("td", {}, c.card ? chip(c.card) : "?"), h("td", {}, t("debug-" + c.state)), h("td", {}, c.seat ?? "–"), h("td", {}, t("zone-" + c.zone)), h("td", {}, percent(c.confidence)), h("td", {}, String(c.readings)))));
  parts.readings.replaceChildren(...view.readings.map((r) => h("tr", {}, h("td", {}, r.card ? chip(r.card) : "?"), h("td", {}, percent(r.confidence)), h("td", {}, r.choices.slice(0, 3).map(([card, p]) => card + " " + percent(p)).join(", ")))));
  const most = Math.max(1, ...view.took_ms), sorted = [...view.took_ms].sort((a, b) => a - b);
  parts.times.replaceChildren(...view.took_ms.map((ms) => h("i", { "--h": ms / most })));
  if (sorted.length) parts.timesSaid.textContent = t("debug-times-said", { n: sorted.length, middle: sorted[sorted.length >> 1].toFixed(1), most: most.toFixed(1) });
  const { secs, frames, pictures, bytes } = view.kept;
  parts.kept.textContent = t("debug-kept", { secs: Math.round(secs), frames, pictures, mb: (bytes / 1048576).toFixed(1) });
  parts.save.hidden = !frames;
}

async function look() {
  if (!parts || document.hidden) return;
  const [now, set] = await Promise.all([get("/api/debug").catch(() => null), get("/api/camera").catch(() => null)]);
  if (!parts) return;
  if (!now) { parts.said.textContent = t("camera-none"); parts.save.hidden = true; return; }
  view = now;
  camera = set;
  parts.eye.src = "/api/camera/picture?at=" + now.frame;
  show();
}

who();
setInterval(look, EVERY_MS);
live((next) => { board = next; draw(); }, (state) => { line = state; head(board, line); });
addEventListener("pitboss-lang", draw);
