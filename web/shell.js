// What every page carries: head, foot, the mark of a dead line, and the reader's own settings.
import { $, h, keep } from "./dom.js";
import { clock, has, lang, setLang, t } from "./words.js";

const kept = (key, fallback) => { try { return localStorage.getItem("pitboss." + key) ?? fallback; } catch { return fallback; } };
const store = (key, value) => { try { localStorage.setItem("pitboss." + key, value); } catch { /* no memory */ } };

export function dress() {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search);
  const theme = asked.get("theme") ?? kept("theme", "auto");
  if (theme === "auto") root.removeAttribute("data-theme"); else root.setAttribute("data-theme", theme);
  root.setAttribute("data-suits", kept("suits", "two"));
  root.setAttribute("data-hand", kept("hand", "right"));
  if (asked.has("overlay")) root.setAttribute("data-overlay", "");
}

export function shell(page) {
  dress();
  const draw = () => {
    $("head").replaceChildren(
      h("div", { class: "head-row" }, h("a", { class: "brand", href: "/" }, "Pit", h("i", {}, "boss")), h("span", { class: "game", id: "game" }),
        h("strong", { class: "demo", id: "demo", hidden: true }, t("demo")), h("span", { class: "camera", id: "camera", role: "status", hidden: true })),
      h("div", { class: "stale", id: "stale", role: "status", hidden: true }), h("div", { class: "stale", id: "trouble", role: "status", hidden: true }));
    const foot = $("foot");
    if (!foot) return;
    const link = (name, href) => h("li", {}, h("a", { href, "aria-current": page === name ? "page" : null }, t("nav-" + name)));
    foot.replaceChildren(h("ul", {}, link("board", "/"), link("seat", "/seat"), link("rules", "/rules"), link("settle", "/settle"), link("host", "/host"),
      h("li", {}, h("button", { type: "button", onclick: settings, "aria-label": t("settings") }, "⋯"))));
  };
  draw();
  addEventListener("pitboss-lang", draw);
  if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
}

export function head(board, line) {
  const { game, deal_number: n, demo, health } = board ?? {};
  if (board) document.body.dataset.seq = board.seq;
  $("game").textContent = !board ? "" : game ? t("game-" + game) + (n ? " · " + t("deal-number", { n }) : "") : t("no-game");
  $("demo").hidden = !demo;
  document.title = (demo ? "DEMO · " : "") + (game ? t("game-" + game) + " · " : "") + "Pitboss";
  const state = health?.state ?? "no-frames";
  keep($("camera"), [state, lang()], () => t("camera-" + state));
  $("camera").classList.toggle("bad", state !== "ok");
  $("camera").title = health?.detail ?? "";
  $("camera").hidden = !line.ok; // nobody knows what it sees now
  // Before the first picture nobody was told of any trouble.
  const trouble = board && line.ok && state !== "ok" && health.detail;
  $("trouble").hidden = !trouble;
  if (trouble) { const id = "trouble-" + (health.cause ?? state); keep($("trouble"), [id, health.detail, lang()], () => (has(id) ? t(id) : health.detail)); }
  const stale = $("stale");
  stale.hidden = line.ok;
  if (!line.ok) stale.textContent = board && line.since ? t("stale", { time: clock(line.since) }) : t("stale-first");
}

export const prefers = (key) => kept(key, "no") === "yes";

function settings() {
  const dialog = h("dialog", { "aria-label": t("settings") });
  const toggle = (key, text, on, off, whenChanged) =>
    h("label", { class: "choice" }, h("input", { type: "checkbox", checked: kept(key, off) === on, onchange: (e) => { store(key, e.target.checked ? on : off); whenChanged?.(); } }), text);
  const themes = ["auto", "light", "dark"].map((value) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "theme", checked: kept("theme", "auto") === value, onchange: () => { store("theme", value); dress(); } }), t("theme-" + value)));
  dialog.append(h("h2", {}, t("settings")),
    h("button", { class: "act second", type: "button", onclick: () => { setLang(lang() === "ko" ? "en" : "ko"); dialog.close(); } }, t("lang-other")),
    toggle("suits", t("four-colours"), "four", "two", dress), toggle("hand", t("left-hand"), "left", "right", dress), toggle("voice", t("voice"), "yes", "no"), toggle("buzz", t("buzz"), "yes", "no"),
    h("fieldset", {}, h("legend", { class: "quiet" }, t("theme")), themes),
    h("button", { class: "act", type: "button", onclick: () => dialog.close() }, t("close")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
