// Where what lies: zones and the players' places over the live picture, dragged with mouse, finger or arrow keys. Loaded when it is opened.
import { h, svg, toast } from "./dom.js";
import en from "./zones_en.js";
import ko from "./zones_ko.js";
import { ask } from "./host_fix.js";
import { get, post } from "./live.js";
import { learn, refused, t } from "./words.js";

learn({ en, ko });

const MARGIN = 1.1; // what the picture from above shows, in shares of the table
const ABOVE = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map((p) => p.map((v) => 0.5 + v / (2 * MARGIN)));
const ROUND = 40; // corners of a circle
const STEP = 0.02, REACH = 1.05, LEAST = 0.05;

// Table shares onto the picture, from where its corners (left-far, right-far, right-near, left-near) show; and back.
function mapping([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dy1, dx2, dy2, sx, sy] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2, x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const den = dx1 * dy2 - dx2 * dy1, g = (sx * dy2 - dx2 * sy) / den, k = (dx1 * sy - sx * dy1) / den;
  const [a, b, c, d, e, f] = [x1 - x0 + g * x1, x3 - x0 + k * x3, x0, y1 - y0 + g * y1, y3 - y0 + k * y3, y0];
  const to = ([x, y]) => { const u = (x + 1) / 2, v = (1 - y) / 2, w = g * u + k * v + 1; return [(a * u + b * v + c) / w, (d * u + e * v + f) / w]; };
  const from = ([p, q]) => {
    const w = (d * k - e * g) * p + (b * g - a * k) * q + (a * e - b * d);
    const u = ((e - f * k) * p + (c * k - b) * q + (b * f - c * e)) / w, v = ((f * g - d) * p + (a - c * g) * q + (c * d - a * f)) / w;
    return [2 * u - 1, 1 - 2 * v];
  };
  return { to, from };
}

const middle = (corners) => [0, 1].map((i) => corners.reduce((sum, p) => sum + p[i], 0) / corners.length);
const outline = (item) => item.corners ?? Array.from({ length: ROUND }, (_, i) => [Math.cos, Math.sin].map((f, axis) => item.centre[axis] + item.radius * f((2 * Math.PI * i) / ROUND)));
const kept = (v) => Math.max(-REACH, Math.min(REACH, v));
const rounded = (v) => Math.round(v * 1000) / 1000;

// `board` gives the newest one, `looked` says whether anybody sees the box.
export function fillZones(box, board, looked) {
  let view = null, items = [], chosen = null, changed = false, above = false, map = mapping(ABOVE), grips = [];
  const img = h("img", { class: "eye", alt: t("camera-picture") });
  const drawing = svg("svg", { class: "over", preserveAspectRatio: "none", viewBox: "0 0 1 1", "aria-hidden": "true" });
  const held = h("div", { class: "grips" }), picture = h("div", { class: "eye-box" }, img, drawing, held);
  const said = h("p", { class: "quiet", role: "status" }), wrong = h("p", { class: "error", role: "alert", hidden: true });
  const lead = h("p", { class: "quiet" }), hint = h("p", { class: "quiet", id: "zones-hint" }, t("zones-hint"));
  const button = (key, kind, then) => h("button", { class: "act " + kind, type: "button", "data-zones": key, onclick: then }, t("zones-" + key));
  const save = button("save", "", keepThem), back = button("back", "second", load), usual = button("usual", "second", () => ask(t("zones-usual-sure"), t("zones-usual"), () => send({})));
  const flat = h("input", { type: "checkbox", id: "zones-above", onchange: () => { above = flat.checked; look(); } });
  box.replaceChildren(lead, picture, h("label", { class: "choice" }, flat, t("zones-above")), said, wrong, hint, h("div", { class: "stack spaced" }, save, back, usual));

  const label = (item) => item.label ?? t("zone-" + item.name);
  const what = (item) => (item.label ? t("zones-place", { who: item.label }) : t("zone-" + item.name));

  async function load() {
    const found = await get("/api/zones").catch(() => null);
    changed = false;
    chosen = null;
    said.textContent = "";
    wrong.hidden = true;
    view = found;
    items = found ? [...found.zones, ...found.seats.map((s) => ({ label: s.name, corners: s.corners }))] : [];
    lead.textContent = !found ? t("zones-none") : found.file ? t("zones-file", { file: found.file }) : t(found.standard ? "zones-lead" : "zones-own", { game: t("game-" + found.game), n: found.seats.length });
    for (const part of [picture, flat.parentNode, hint, save, back, usual]) part.hidden = !found;
    build();
    look();
  }

  // A point that can be taken: the middle of a field, a corner, or the edge of a circle.
  function grip(item, key, at, move, text) {
    const el = h("button", { class: "grip grip-" + key.split("-")[0], type: "button", "data-grip": `${item.label ?? item.name} ${key}`, "aria-label": t("zones-grip-" + key.split("-")[0], { what: what(item), n: key.split("-")[1] ?? "" }), "aria-describedby": "zones-hint" }, text ?? "");
    const go = (to, done) => { move(to.map(kept)); changed = true; place(); if (done) tell(item); };
    const from = (e) => { const b = picture.getBoundingClientRect(); return map.from([(e.clientX - b.left) / b.width, (e.clientY - b.top) / b.height]); };
    let off = null;
    el.addEventListener("pointerdown", (e) => {
      if (e.button) return;
      choose(item);
      el.setPointerCapture(e.pointerId);
      const p = from(e), now = at();
      off = [now[0] - p[0], now[1] - p[1]];
    });
    el.addEventListener("pointermove", (e) => { if (off) { const p = from(e); go([p[0] + off[0], p[1] + off[1]]); } });
    for (const end of ["pointerup", "pointercancel"]) el.addEventListener(end, () => { if (off) { off = null; if (changed) tell(item); } });
    el.addEventListener("focus", () => choose(item));
    el.addEventListener("keydown", (e) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
      if (!way) return;
      e.preventDefault();
      const now = at(), step = STEP * (e.shiftKey ? 5 : 1);
      go([now[0] + way[0] * step, now[1] + way[1] * step], true);
    });
    return { el, at };
  }

  function moveAll(item, to) {
    if (!item.corners) { item.centre = to; return; }
    const now = middle(item.corners);
    item.corners = item.corners.map((p) => p.map((v, i) => v + to[i] - now[i]));
  }

  const middleGrip = (item) => grip(item, "middle", () => (item.corners ? middle(item.corners) : item.centre), (to) => moveAll(item, to), label(item));
  const ownGrips = (item) => item.corners
    ? item.corners.map((_, i) => grip(item, "corner-" + (i + 1), () => item.corners[i], (to) => { item.corners = item.corners.map((p, k) => (k === i ? to : p)); }))
    : [grip(item, "edge", () => [item.centre[0] + item.radius, item.centre[1]], (to) => { item.radius = Math.max(LEAST, Math.hypot(to[0] - item.centre[0], to[1] - item.centre[1])); })];

  function build() {
    grips = view?.file ? [] : items.map((item) => ({ item, ...middleGrip(item) }));
    held.replaceChildren(...grips.map((g) => g.el));
    place();
  }

  // Its own points come after its middle, so that they are next for the keyboard too.
  function choose(item) {
    if (chosen === item) return;
    chosen = item;
    for (const g of grips.filter((g) => g.own)) g.el.remove();
    const i = grips.findIndex((g) => !g.own && g.item === item), own = ownGrips(item).map((g) => ({ item, own: true, ...g }));
    grips[i].el.after(...own.map((g) => g.el));
    grips = [...grips.filter((g) => !g.own), ...own];
    place();
  }

  function place() {
    const points = (item) => outline(item).map((p) => map.to(p).join(",")).join(" ");
    drawing.replaceChildren(...items.map((item) => svg("polygon", { class: (item.label ? "sits" : "zone") + (item === chosen ? " chosen" : ""), points: points(item), "vector-effect": "non-scaling-stroke" })));
    for (const g of grips) map.to(g.at()).forEach((v, i) => g.el.style.setProperty(i ? "--y" : "--x", v));
    save.disabled = back.disabled = !changed;
    usual.disabled = !view || Boolean(view.file) || view.standard;
  }

  function tell(item) {
    const [x, y] = item.corners ? middle(item.corners) : item.centre, percent = (v) => Math.round(Math.abs(v) * 100);
    said.textContent = t("zones-at", { what: what(item), x: t(x < 0 ? "zones-left" : "zones-right", { n: percent(x) }), y: t(y < 0 ? "zones-near" : "zones-far", { n: percent(y) }) });
  }

  function keepThem() {
    const points = (corners) => corners.map((p) => p.map(rounded));
    const zones = items.filter((i) => !i.label).map(({ name, centre, radius, corners }) => (corners ? { name, corners: points(corners) } : { name, centre: centre.map(rounded), radius: rounded(radius) }));
    send({ zones, seats: items.filter((i) => i.label).map((i) => points(i.corners)) });
  }

  async function send(wish) {
    const answer = await post("/api/zones", { game: view.game, players: view.seats.length, ...wish });
    wrong.hidden = answer.ok;
    wrong.textContent = answer.ok ? "" : refused(answer);
    if (!answer.ok) return;
    toast(t("zones-saved"));
    await load();
  }

  // A new picture a second, as long as somebody looks; other players or another game have other zones.
  const sits = () => JSON.stringify([board()?.game, board()?.seating?.map((p) => p.name)]);
  let now = sits();
  async function look() {
    if (now !== sits() && !changed) { now = sits(); return load(); }
    const camera = view && (await get("/api/camera").catch(() => null));
    picture.style.aspectRatio = camera ? "" : "16 / 9";
    img.hidden = !camera;
    map = mapping(camera && !above ? camera.table : ABOVE);
    if (camera) img.src = `/api/camera/picture?flat=${above}&at=${Date.now()}`;
    place();
  }
  const timer = setInterval(() => { if (!box.isConnected) clearInterval(timer); else if (looked()) look(); }, 1000);
  load();
}
