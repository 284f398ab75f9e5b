// The host's decks: which one the table is read with, files that travel, and the beginning of making one known. Loaded when it is opened.
import { h, keep, toast } from "./dom.js";
import en from "./decks_en.js";
import ko from "./decks_ko.js";
import { ask } from "./host_fix.js";
import { enrolment } from "./host_enrol.js";
import { get, post } from "./live.js";
import { has, lang, learn, t } from "./words.js";

learn({ en, ko });

const KINDS = { full: { base: "french" }, short: { base: "french", short: true }, pairs: { base: "pairs" } };
const PAUSE_MS = 700;
const UPLOAD_MS = 90000;

export const deckName = (name) => (has("deck-" + name) ? t("deck-" + name) : name);
export const fault = (why) => (has("deck-fault-" + why?.error) ? t("deck-fault-" + why.error) : why?.says ? t("failed", { says: why.says }) : t("offline"));

// A file as it is; `{ok, status, body}` as for `post`.
export async function send(path, file) {
  try {
    const answer = await fetch(path, { method: "POST", body: file, signal: AbortSignal.timeout?.(UPLOAD_MS) });
    return { ok: answer.ok, status: answer.status, body: await answer.json() };
  } catch {
    return { ok: false, status: 0, body: null };
  }
}

// `board` gives the newest one, `looked` says whether anybody sees the box.
export function fillDecks(box, board, looked) {
  let decks = null, run = null, camera = false, timer = null;
  const said = h("p", { class: "error", role: "alert", hidden: true });
  const say = (text) => { said.textContent = text ?? ""; said.hidden = !text; };
  const home = h("div", {}), guided = h("div", {});
  const guide = enrolment(guided, { step, upload, say, done: () => step({ step: "drop" }) });
  box.replaceChildren(home, guided, said);

  function take(view) { ({ enrolling: run, camera } = view); draw(); }

  async function look() {
    const view = await get("/api/enrolment").catch(() => null);
    if (view) take(view);
  }

  async function list() {
    decks = (await get("/api/decks").catch(() => null)) ?? decks;
    draw();
  }

  async function step(wish) {
    say();
    const { ok, body } = await post("/api/enrolment", wish);
    if (ok) take(body);
    else say(fault(body));
    if (ok && ["save", "drop"].includes(wish.step)) list();
    return ok || body?.error;
  }

  // Pictures one after the other; one that can't be used is said by name, and the next is sent.
  async function upload(files) {
    const faults = [];
    say();
    for (const file of files) {
      guide.sending(file.name);
      const { ok, body } = await send("/api/enrolment/picture", file);
      if (ok) take(body);
      while (ok && run?.working) { await new Promise((r) => setTimeout(r, PAUSE_MS)); await look(); }
      const why = ok ? run?.failed : body ?? {};
      if (why) faults.push(`${file.name}: ${fault(why)}`);
    }
    guide.sending(null);
    say(faults.join("\n"));
  }

  async function use(name) {
    const { ok, body } = await post("/api/decks", { use: name });
    toast(ok ? t("deck-chosen", { deck: deckName(name) }) : fault(body));
    list();
  }

  async function add(file, over = false) {
    const { ok, body } = await send("/api/enrolment/profile" + (over ? "?over=true" : ""), file);
    if (body?.error === "deck_exists") return ask(t("deck-over"), t("deck-over-yes"), () => add(file, true));
    say(ok ? null : fault(body));
    if (ok) toast(t("deck-added", { deck: body.name }));
    list();
  }

  function draw() {
    keep(home, [!run && decks, board()?.game, lang()], () => (run || !decks ? [] : [start(), begin()]));
    guide.draw(run, camera);
  }

  function start() {
    const kind = board()?.game === "monster" ? "pairs" : "french";
    const fits = [...decks.bases.filter((b) => b.startsWith(kind)), ...decks.decks.filter((d) => d.kind === kind).map((d) => d.name)];
    const pick = (e) => { const [file] = e.target.files; e.target.value = ""; if (file) add(file); };
    return [h("p", { class: "quiet" }, t("deck-lead")),
      h("label", { class: "field" }, t("deck-used"), h("select", { id: "deck-used", onchange: (e) => use(e.target.value) }, fits.map((name) => h("option", { value: name, selected: name === decks[kind] }, deckName(name))))),
      decks.reading ? h("p", { class: "quiet spaced", "data-reading": decks.reading }, t("deck-reading", { deck: deckName(decks.reading) })) : null,
      decks.decks.length ? [h("h3", {}, t("deck-kept")), h("ul", { class: "story" }, decks.decks.map((d) => h("li", {}, h("span", {}, d.name, h("span", { class: "quiet" }, " · " + t("deck-faces", { n: d.faces }))), download(d.name))))] : null,
      h("label", { class: "act second spaced file" }, t("deck-upload"), h("input", { type: "file", accept: ".toml,application/toml,text/plain", id: "deck-file", onchange: pick }))];
  }

  function begin() {
    let kind = board()?.game === "monster" ? "pairs" : board()?.game === "mensch" ? "short" : "full";
    const name = h("input", { id: "deck-name", maxlength: 40, required: true, autocomplete: "off", placeholder: t("deck-name-hint") });
    const letters = h("select", { id: "deck-letters" }, ["french", "french-german", "french-french"].map((b) => h("option", { value: b }, t("deck-letters-" + b))));
    const lettered = h("label", { class: "field", hidden: kind === "pairs" }, t("deck-letters"), letters);
    const kinds = Object.keys(KINDS).map((k) => h("label", { class: "choice" }, h("input", { type: "radio", name: "deck-kind", value: k, checked: k === kind, onchange: () => { kind = k; lettered.hidden = k === "pairs"; } }), t("deck-kind-" + k)));
    const go = async (over) => {
      const wish = { step: "begin", name: name.value.trim().replace(/\s+/g, "-"), short: false, over, ...KINDS[kind] };
      if (kind !== "pairs") wish.base = letters.value;
      if ((await step(wish)) === "deck_exists") { say(); ask(t("deck-over"), t("deck-over-yes"), () => go(true)); }
    };
    return h("form", { onsubmit: (e) => { e.preventDefault(); go(false); } }, h("h3", {}, t("deck-new")), h("label", { class: "field" }, t("deck-name"), name),
      h("fieldset", { class: "spaced" }, h("legend", { class: "quiet" }, t("deck-kind")), kinds), lettered, h("button", { class: "act spaced", id: "deck-begin" }, t("deck-begin")));
  }

  // As long as somebody looks: soon while something goes on, now and then else.
  let ticks = 0;
  const tick = () => {
    if (!box.isConnected) return clearInterval(timer);
    if (!looked()) return;
    guide.refresh();
    ticks += 1;
    if (run?.working || run?.watching || ticks % 5 === 0) look();
    if (!run && ticks % 5 === 0) list();
  };
  timer = setInterval(tick, PAUSE_MS);
  look();
  list();
}

export const download = (name) => h("a", { class: "link", href: "/api/decks/" + encodeURIComponent(name), download: name + ".toml" }, t("deck-download", { deck: name }));
