// The camera as the host sets it up: its live picture with the table, seats and zones drawn in, another source, four taps on the corners.
import { h, svg, toast } from "./dom.js";
import { phonePanel } from "./host_lens.js";
import { get, post } from "./live.js";
import { refused, t } from "./words.js";

const CORNERS = ["left-far", "right-far", "right-near", "left-near"];

// A camera by its number, or by maker and model out of its stable path.
const named = (s) => (/^\d+$/.test(s) ? t("camera-number", { n: s }) : s.startsWith("/dev/v4l/") ? s.split("/").pop().replace(/^usb-|-video-index0$/g, "").replaceAll("_", " ") : s === "phone" ? t("lens-name") : s);

async function send(wish) {
  const answer = await post("/api/camera", wish);
  toast(answer.ok ? t("sent") : refused(answer));
  return answer.ok;
}

// What needs more than the picture comes when it is opened.
function zonesPanel(board) {
  const box = h("div", {});
  const fill = () => import("./host_zones.js").then((m) => m.fillZones(box, board, () => panel.open), () => toast(t("offline")));
  const panel = h("details", { id: "zones", ontoggle: () => { if (panel.open && !box.firstChild) fill(); } }, h("summary", {}, t("zones-title")), box);
  return panel;
}

// `board` gives the newest one.
export function cameraPanel(board) {
  let view = null, taps = null, timer = null;
  const img = h("img", { class: "eye", alt: t("camera-picture") });
  const drawing = svg("svg", { class: "over", preserveAspectRatio: "none", viewBox: "0 0 1 1", "aria-hidden": "true" });
  const names = h("div", { class: "over names" });
  const said = h("p", { class: "quiet", "data-found": "" });
  const picture = h("div", { class: "eye-box", onclick: (e) => tap(e) }, img, drawing, names);
  const source = h("select", { id: "camera-source", onchange: async () => { if (await send({ source: source.value })) look(); } });
  const size = ["width", "depth"].map((side) => h("input", { type: "number", inputmode: "numeric", min: 30, max: 400, id: "camera-" + side, "aria-label": t("camera-" + side) }));
  const buttons = h("div", { class: "stack spaced" });

  const line = (outline, kind) => svg("polygon", { class: kind, points: outline.map((p) => p.join(",")).join(" "), "vector-effect": "non-scaling-stroke" });
  const label = ([x, y], text, kind) => h("span", { class: kind, "--x": x, "--y": y }, text);

  function draw() {
    if (!view) return;
    source.replaceChildren(...[...new Set([view.source, ...view.sources])].map((s) => h("option", { value: s, selected: s === view.source }, named(s))));
    const zones = taps ? [] : view.zones;
    drawing.replaceChildren(...(taps ? (taps.length > 1 ? [line(taps, "table")] : []) : [line(view.table, "table"), ...zones.map((z) => line(z.outline, "zone"))]));
    names.replaceChildren(...(taps ? taps.map((p, i) => label(p, String(i + 1), "dot")) : [...view.seats.map((s) => label(s.outline[0], s.name, "seat")), ...zones.map((z) => label(middle(z.outline), t("zone-" + z.name), "zone"))]));
    said.textContent = taps ? (taps.length < 4 ? t("camera-tap", { corner: t("corner-" + CORNERS[taps.length]) }) : t("camera-tapped")) : t("camera-found-" + view.found, { n: view.markers.length });
    said.dataset.found = view.found;
    const button = (key, then, kind = "second") => h("button", { class: "act " + kind, type: "button", "data-camera": key, onclick: then }, t("camera-" + key));
    buttons.replaceChildren(...(taps
      ? [taps.length === 4 ? h("div", { class: "two" }, size.map((input) => h("label", { class: "field" }, t(input.id), input))) : null, taps.length === 4 ? button("save", save, "") : null, button("back", () => { taps = null; draw(); })]
      : [button("taps", start), view.found === "taps" ? button("forget", async () => { if (await send({ forget: true })) look(); }) : null]).filter(Boolean));
  }

  const middle = (outline) => [0, 1].map((i) => outline.reduce((sum, p) => sum + p[i], 0) / outline.length);
  function start() { taps = []; size.forEach((input, i) => { input.value = Math.round((i ? view.depth_mm : view.width_mm) / 10); }); draw(); }
  function tap(e) {
    if (!taps || taps.length > 3) return;
    const box = img.getBoundingClientRect();
    taps.push([(e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height]);
    draw();
  }
  async function save() {
    if (!(await send({ corners: taps, size_mm: size.map((input) => Number(input.value) * 10) }))) return;
    taps = null;
    look();
  }
  const seen = h("p", { class: "quiet", id: "camera-age" });
  async function look() {
    const found = await get("/api/camera").catch(() => null);
    if (found) { view = found; draw(); } else if (!view) said.textContent = t("camera-none");
    seen.textContent = found ? t("camera-age", { n: found.age_s.toFixed(1) }) : "";
  }
  // A new picture a second, as long as somebody looks.
  const refresh = () => { if (!panel.isConnected || !panel.open) return stop(); img.src = "/api/camera/picture?at=" + Date.now(); if (!taps) look(); };
  const stop = () => { clearInterval(timer); timer = null; };
  const panel = h("details", { class: "panel", id: "camera", ontoggle: () => { if (panel.open && !timer) { refresh(); timer = setInterval(refresh, 1000); } } },
    h("summary", {}, t("camera-title")), h("label", { class: "field" }, t("camera-source"), source), picture, seen, said, buttons, zonesPanel(board), phonePanel(async (source) => { if (await send({ source })) { view = null; look(); } }), h("p", {}, h("a", { href: "/debug", id: "debug-link" }, t("debug-link"))));
  return panel;
}
