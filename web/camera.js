// This phone as the camera: its pictures go to the table, each once the one before was taken, so that the newest is on its way.
import { $, h, keep } from "./dom.js";
import { pinForm } from "./door.js";
import { freshId, get } from "./live.js";
import { shell } from "./shell.js";
import { lang, refused, t } from "./words.js";

const PACE_MS = 70; // some fourteen pictures a second: more than the referee looks at
const PATIENCE_MS = 5000; // an answer that takes longer is lost
const AGAIN_MS = [300, 600, 1200, 2400]; // between tries to open a line
const SETTLE_MS = 2500; // light and focus find themselves before they are held
const STALE_MS = 2000;
const QUALITY = 0.85;

shell("camera");
const id = sessionStorage.getItem("pitboss.camera") ?? freshId();
sessionStorage.setItem("pitboss.camera", id);
let me = null, secure = null, stream = null, trouble = null, held = null;
let socket = null, tries = 0, nextTry = 0, newest = null, way = null, recent = [];
const video = h("video", { class: "lens", playsinline: true, autoplay: true, "aria-label": t("lens-picture") });
video.muted = true;
const canvas = document.createElement("canvas");
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// The live line, where the network lets one come about.
function connect() {
  if (socket || Date.now() < nextTry) return;
  const lost = () => { socket = null; nextTry = Date.now() + AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]; };
  try {
    const made = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/camera/live?phone=${id}`);
    made.onopen = () => { tries = 0; };
    made.onclose = () => { if (socket === made) lost(); };
    socket = made;
  } catch { lost(); }
}

function bySocket(blob) {
  const line = socket;
  return new Promise((done) => {
    const end = (answer) => { clearTimeout(timer); line.onmessage = null; line.removeEventListener("close", lost); done(answer); };
    const lost = () => end({ ok: false, status: 0, body: null });
    const timer = setTimeout(() => { if (socket === line) socket = null; line.close(); lost(); }, PATIENCE_MS);
    line.addEventListener("close", lost);
    line.onmessage = ({ data }) => { const body = JSON.parse(data); end({ ok: !body.error, status: 200, body }); };
    line.send(blob);
  });
}

async function byPost(blob) {
  try {
    const answer = await fetch("/api/camera/frames?phone=" + id, { method: "POST", headers: { "content-type": "image/jpeg" }, body: blob, signal: AbortSignal.timeout?.(PATIENCE_MS) });
    return { ok: answer.ok, status: answer.status, body: answer.ok ? null : await answer.json() };
  } catch {
    return { ok: false, status: 0, body: null };
  }
}

function picture() {
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

// One picture after the other, as long as the camera runs.
async function run(mine) {
  while (stream === mine) {
    connect();
    const began = Date.now();
    const blob = !document.hidden && video.videoWidth ? await picture() : null;
    if (!blob) { await pause(200); continue; }
    const live = socket?.readyState === WebSocket.OPEN;
    const answer = await (live ? bySocket(blob) : byPost(blob));
    if (stream !== mine) return;
    trouble = answer.ok ? null : refused(answer);
    if (answer.ok) {
      newest = began;
      way = live ? "socket" : "post";
      recent = [...recent.filter((at) => began - at < 3000), began];
    } else if (["no_token", "not_yours"].includes(answer.body?.error)) {
      stop();
      return who();
    }
    tell();
    await pause(answer.ok ? Math.max(0, began + PACE_MS - Date.now()) : 500);
  }
}

async function start() {
  trouble = null;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 15 } } });
  } catch (e) {
    trouble = t(e.name === "NotFoundError" ? "lens-nothing" : "lens-denied");
    return draw();
  }
  const mine = stream;
  const [track] = mine.getVideoTracks();
  // Another program took the camera, or the system did: it is asked for again.
  track.onended = async () => { if (stream !== mine) return; stream = null; await pause(1000); start(); };
  video.srcObject = mine;
  await video.play().catch(() => {});
  sessionStorage.setItem("pitboss.camera-on", "yes");
  awake();
  draw();
  run(mine);
  await pause(SETTLE_MS);
  if (stream === mine) await hold(true);
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  socket?.close();
  held = newest = null;
  sessionStorage.removeItem("pitboss.camera-on");
  draw();
}

// Light, focus and colour stay as they are now, or find themselves again; `held` is null where the browser can do neither.
async function hold(wished) {
  const [track] = stream.getVideoTracks();
  const can = track.getCapabilities?.() ?? {}, now = track.getSettings?.() ?? {}, wish = {};
  for (const [mode, values] of [["exposureMode", ["exposureTime", "iso"]], ["focusMode", ["focusDistance"]], ["whiteBalanceMode", ["colorTemperature"]]]) {
    const to = wished ? "manual" : "continuous";
    if (!can[mode]?.includes(to)) continue;
    wish[mode] = to;
    if (wished) for (const value of values) if (value in can && value in now) wish[value] = now[value];
  }
  held = Object.keys(wish).length ? wished : null;
  if (held !== null) await track.applyConstraints({ advanced: [wish] }).catch(() => { held = null; });
  draw();
}

// The screen stays on: a phone that sleeps sees nothing.
async function awake() {
  try { await navigator.wakeLock?.request("screen"); } catch { /* the browser doesn't, or the battery is low */ }
}
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible" && stream) { awake(); video.play().catch(() => {}); } });

function tell() {
  const said = $("lens-said");
  if (!said) return;
  const age = newest === null ? null : Date.now() - newest;
  const stale = age === null || age > STALE_MS;
  said.dataset.way = stale ? "" : way;
  said.classList.toggle("error", Boolean(trouble && stale));
  said.textContent = trouble && stale ? trouble : age === null ? t("lens-waits") : t("lens-way-" + way, { n: Math.round(recent.length / 3), size: `${video.videoWidth}×${video.videoHeight}` });
  $("lens-age").textContent = age === null ? "" : t("lens-age", { n: (age / 1000).toFixed(1) });
  $("lens-age").dataset.age = age ?? "";
}
setInterval(tell, 250);

async function who() {
  me = (await get("/api/me").catch(() => null)) ?? me;
  secure = (await get("/api/reach").catch(() => null))?.secure ?? secure;
  draw();
  if (me?.camera || me?.host) if (!stream && sessionStorage.getItem("pitboss.camera-on") && navigator.mediaDevices) start();
}

function draw() {
  const page = $("page");
  if (!navigator.mediaDevices) return void keep(page, ["insecure", secure, lang()], insecure);
  if (!me) return void keep(page, ["waits", lang()], () => [title(), h("p", { class: "quiet" }, t("lens-waits"))]);
  if (!me.camera && !me.host) return void keep(page, ["pin", lang()], () => pinForm("lens-pin", who, { camera: true }));
  keep(page, ["lens", Boolean(stream), held, trouble && !stream, lang()], lens);
  tell();
}

const title = () => h("h1", { class: "title" }, t("lens-title"));
const button = (key, then, kind = "second") => h("button", { class: "act " + kind, type: "button", "data-lens": key, onclick: then }, t("lens-" + key));

// A page without HTTPS gets no camera: where the other is, and why the browser will warn.
function insecure() {
  return [title(), h("p", {}, t("lens-secure")), secure ? h("a", { class: "act spaced", href: secure + "camera", "data-lens": "go" }, t("lens-go")) : h("p", { class: "error" }, t("lens-none")),
    secure ? h("p", { class: "address spaced" }, secure.replace("https://", "") + "camera") : null,
    h("section", { class: "panel spaced" }, h("h2", {}, t("lens-warns")), h("p", {}, t("lens-warning")), h("ul", {}, ["chrome", "safari", "firefox"].map((name) => h("li", {}, t("lens-" + name)))))];
}

function lens() {
  if (!stream) return [title(), h("p", {}, t("lens-lead")), trouble ? h("p", { class: "error", role: "alert" }, trouble) : null, button("start", start, "")];
  return [title(), video, h("p", { class: "spaced", id: "lens-said", role: "status" }), h("p", { class: "quiet", id: "lens-age" }), h("p", { class: "quiet spaced" }, t("lens-front")),
    h("div", { class: "two spaced" }, held === null ? null : button(held ? "free" : "hold", () => hold(!held)), button("stop", stop))];
}

who();
addEventListener("pitboss-lang", draw);
