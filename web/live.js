// The server's event stream into the newest board, through sleep, lost networks and restarts.
import { knock } from "./door.js";
import { lang } from "./words.js";

const SILENCE_MS = 11000; // the server beats every 5 s; two missed beats mean that the line is dead
const WAKE_MS = 6000;
const FRESH_S = 5;

export function live(onBoard, onLine) {
  let source, heard = 0, since = null, opened = 0, newest = null;
  const line = (ok) => {
    if (ok) since = null;
    else since ??= heard || Date.now();
    onLine({ ok, since });
  };
  const take = (text) => {
    heard = Date.now();
    line(true);
    onBoard((newest = JSON.parse(text)));
    try { localStorage.setItem("pitboss.board", text); localStorage.setItem("pitboss.heard", heard); } catch { /* private mode: no memory, all else works */ }
  };
  // The first picture changes nothing at the table: a beat tells that there are some.
  const seen = (age) => {
    const health = newest?.health;
    if (age == null || age > FRESH_S || health?.state !== "no-frames" || health.detail) return;
    health.state = "ok";
    onBoard(newest);
  };
  const open = () => {
    source?.close();
    opened = Date.now();
    source = new EventSource("/api/events?lang=" + lang());
    source.addEventListener("board", (e) => take(e.data));
    source.addEventListener("beat", (e) => { heard = Date.now(); line(true); seen(JSON.parse(e.data).frame_age_s); });
    source.onerror = () => {
      line(false);
      if (source.readyState === EventSource.CLOSED) ask();
    };
  };
  // A refusal, not a lost network: this table's board may be closed.
  const ask = async () => {
    const me = await get("/api/me").catch(() => null);
    if (me?.looks === false) knock(open);
  };
  const wake = () => {
    const now = Date.now();
    if (now - Math.max(heard, opened) > WAKE_MS || source.readyState === EventSource.CLOSED) open();
  };
  try {
    const known = localStorage.getItem("pitboss.board");
    if (known) { heard = Number(localStorage.getItem("pitboss.heard")); onBoard(JSON.parse(known)); line(false); }
  } catch { localStorage.removeItem("pitboss.board"); }
  open();
  setInterval(() => {
    const now = Date.now();
    const quiet = now - Math.max(heard, opened);
    if (quiet > SILENCE_MS) { line(false); open(); }
    else if (source.readyState === EventSource.CLOSED && now - opened > 1000) { line(false); open(); }
  }, 1000);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  addEventListener("pageshow", wake);
  addEventListener("focus", wake);
  addEventListener("online", open);
  addEventListener("offline", () => line(false));
  addEventListener("pitboss-lang", open);
}

export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

// A POST; `{ok, status, body}`, with status 0 where the network failed.
export async function post(path, body, method = "POST") {
  try {
    const answer = await fetch(path, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body), signal: AbortSignal.timeout?.(8000) });
    return { ok: answer.ok, status: answer.status, body: answer.status === 204 ? null : await answer.json() };
  } catch {
    return { ok: false, status: 0, body: null };
  }
}

export const get = async (path) => {
  const answer = await fetch(path, { signal: AbortSignal.timeout?.(8000) });
  return answer.ok ? answer.json() : null;
};
