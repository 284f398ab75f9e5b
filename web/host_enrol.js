// A deck being made known, led step by step: the cards shown, what is open asked, the deck saved and tried.
import { h, keep } from "./dom.js";
import { anyCard, cardFace, cardName, parts, glyph } from "./cards.js";
import { download, fault } from "./host_decks.js";
import { ask, sheet } from "./host_fix.js";
import { lang, t } from "./words.js";

const LONGEST = 32e6; // bytes that the server takes

// `does` goes steps and sends pictures; gives what draws it anew.
export function enrolment(box, does) {
  let run = null, camera = false, way = null, more = false, sending = null, phase = null;
  const stageNow = h("p", { class: "quiet" }), head = h("h3", { tabindex: -1, id: "deck-step" }), next = h("p", { class: "deck-next", role: "status" });
  const view = h("img", { class: "eye", alt: t("camera-picture") }), eye = h("div", { class: "eye-box" }, view);
  const [ways, controls, progress, grid, foot] = Array.from({ length: 5 }, () => h("div", {}));

  const seen = () => run.faces.filter((f) => f.by);
  const missing = () => run.faces.filter((f) => !f.by);
  const busy = () => run.working || sending !== null;
  const showing = () => run.phase === "pictures" || more;
  const source = (number) => `/api/enrolment/cards/${number}?run=${run.run}`;
  const game = () => (run.base === "pairs" ? "monster" : run.short ? "mensch" : "michigan_rummy");
  const button = (key, then, kind = "second", off = busy()) => h("button", { class: "act " + kind, type: "button", "data-deck": key, disabled: off, onclick: then }, t("deck-" + key));
  const step = (name, rest) => does.step({ step: name, ...rest });
  const name = (number, card) => step("answer", { number, card });

  function todo() {
    if (sending) return t("deck-sending", { file: sending });
    if (run.working) return t(run.phase === "pictures" || !run.faces.length ? "deck-working" : "deck-trying");
    if (!showing()) return run.phase === "saved" ? t(run.saved.plays ? "deck-plays" : "deck-plays-not") : run.question ? t("deck-which-lead", { n: run.question.picture + 1 }) : missing().length ? t("deck-missing", { n: missing().length }) : t("deck-none-open");
    if (way === "one") return t("deck-do-one");
    const left = missing().length;
    if (run.pictures.length) return left ? t(left === 1 ? "deck-do-more-1" : "deck-do-more", { n: left }) : t("deck-do-all");
    return t("deck-do-" + way);
  }

  function waysNow() {
    const choose = async (w) => { if (run.watching) await step("watch", { on: false }); way = w; draw(run); };
    return h("div", { class: "deck-ways", role: "group", "aria-label": t("deck-way") }, ["camera", "photos", "one"].map((w) => h("button", { class: "act second", type: "button", "data-way": w, "aria-pressed": String(w === way), onclick: () => choose(w) }, t("deck-way-" + w))));
  }

  function controlsNow() {
    if (way === "photos") {
      const pick = (e) => {
        const files = [...e.target.files];
        e.target.value = "";
        const long = files.find((f) => f.size > LONGEST);
        if (long) return does.say(`${long.name}: ${fault({ error: "too_long" })}`);
        more = false;
        if (files.length) does.upload(files);
      };
      return h("label", { class: "act file", "data-busy": busy() || null }, t("deck-photos"), h("input", { type: "file", multiple: true, accept: "image/jpeg,image/png", id: "deck-pictures", disabled: busy(), onchange: pick }));
    }
    if (!camera) return h("p", { class: "quiet" }, t("deck-camera-none"));
    if (way === "camera") return button("take", () => { more = false; step("look"); }, "");
    const wanted = run.wanted ? h("div", { class: "deck-wanted" }, h("span", {}, t("deck-do-next", { card: cardName(run.wanted) })), cardFace(run.wanted)) : null;
    return [run.watching ? wanted : null, run.watching ? button("watch-stop", () => step("watch", { on: false })) : button("watch", () => { more = false; step("watch", { on: true }); }, "")];
  }

  function cell(f) {
    const { rank, suit } = parts(f.card);
    if (!f.by) return h("span", { class: "deck-cell " + suit, role: "img", "aria-label": t("deck-unseen", { card: cardName(f.card) }), "data-missing": f.card }, rank, suit === "P" ? null : glyph(suit));
    const label = t("deck-seen", { card: cardName(f.card), by: t("deck-by-" + f.by) });
    return h("button", { class: "deck-cell", type: "button", "data-face": f.card, "data-by": f.by, "aria-label": label, onclick: () => wrong(f, label) }, h("img", { src: source(f.number), alt: "", loading: "lazy" }));
  }

  // A card that was taken for another one.
  function wrong(f, label) {
    const put = (close, card) => { close(); name(f.number, card); };
    sheet(label, (close) => [h("img", { class: "crop", src: source(f.number), alt: cardName(f.card) }), h("details", {}, h("summary", {}, t("deck-other")), anyCard(game(), (card) => put(close, card))),
      h("button", { class: "act second", type: "button", onclick: () => put(close, null) }, t("deck-leave"))]);
  }

  function question() {
    const { number, choices } = run.question;
    const likely = choices.slice(0, 8).map((c) => h("button", { class: "pick", type: "button", "data-card": c, onclick: () => name(number, c) }, cardFace(c)));
    return [h("img", { class: "crop", src: source(number), alt: t("deck-which"), "data-asked": number }), h("p", { class: "quiet" }, t("host-likely")), h("div", { class: "likely" }, likely),
      h("details", {}, h("summary", {}, t("host-any")), anyCard(game(), (card) => name(number, card))), button("leave", () => name(number, null))];
  }

  const picture = (card) => { const f = run.faces.find((x) => x.card === card); return f?.by ? h("img", { src: source(f.number), alt: cardName(card) }) : cardFace(card); };
  function tried() {
    const pair = ([a, b]) => h("li", { "data-weak": `${a} ${b}` }, h("div", { class: "deck-pair" }, picture(a), picture(b)), t("deck-pair", { card: cardName(a), other: cardName(b) }));
    return [h("p", { class: run.saved.weak.length ? null : "deck-strong" }, t(run.saved.weak.length ? "deck-weak" : "deck-strong")), run.saved.weak.length ? h("ul", { class: "deck-weak" }, run.saved.weak.map(pair)) : null];
  }

  function footNow() {
    const drop = () => ask(t("deck-drop-sure"), t("deck-drop"), does.done);
    const again = button("more", () => { more = true; draw(run); });
    const left = missing().length;
    if (!showing()) {
      if (run.phase === "saved") return h("div", { class: "stack spaced" }, button("done", does.done, ""), h("p", { class: "deck-file" }, download(run.name)), again);
      if (run.question) return h("div", { class: "stack spaced" }, again, button("drop", drop, "danger"));
      return h("div", { class: "stack spaced" }, left ? [button("more", () => { more = true; draw(run); }, ""), button("save-without", () => step("save"))] : [button("save", () => step("save"), ""), again], button("drop", drop, "danger"));
    }
    const settle = () => { more = false; step("settle"); };
    return h("div", { class: "stack spaced" }, run.pictures.length ? [button("settle", settle, left ? "second" : ""), button(way === "one" ? "back-one" : "back", () => step("take_back"))] : null, button("drop", drop, "danger"));
  }

  function progressNow() {
    const [n, all] = [seen().length, run.faces.length];
    return [h("div", { class: "deck-count" }, h("strong", {}, t("deck-progress", { n, all })), h("progress", { value: n, max: all, "aria-label": t("deck-progress", { n, all }) })),
      run.open && showing() ? h("p", { class: "quiet" }, t(run.open === 1 ? "deck-open-1" : "deck-open", { n: run.open })) : null];
  }

  function draw(now, eyes = camera) {
    [run, camera] = [now, eyes];
    box.hidden = !run;
    if (!run) return void ((phase = way = null), (more = false));
    way ??= camera ? "camera" : "photos";
    if (run.watching) way = "one";
    if (!box.firstChild) box.append(stageNow, head, next, ways, eye, controls, progress, grid, foot);
    const stage = showing() ? "pictures" : run.phase;
    const state = [run.run, stage, way, busy(), lang()];
    stageNow.textContent = t("deck-step-" + stage);
    head.dataset.stage = stage;
    head.textContent = stage === "saved" ? t("deck-saved", { deck: run.name }) : stage === "questions" && run.question ? t("deck-which") : run.name;
    if (next.textContent !== todo()) next.textContent = todo();
    next.classList.toggle("deck-busy", busy());
    if (run.failed) does.say(fault(run.failed));
    ways.hidden = eye.hidden = controls.hidden = !showing();
    eye.hidden ||= way === "photos" || !camera;
    keep(ways, state, waysNow);
    keep(controls, [state, showing() ? [run.wanted, run.watching, camera] : run.phase], () => (showing() ? controlsNow() : []));
    if (!showing()) { controls.hidden = false; keep(controls, [state, run.question, run.saved], () => (run.phase === "saved" ? tried() : run.question ? question() : [])); }
    keep(progress, [state, seen().length, run.open], progressNow);
    keep(grid, [run.run, run.base, run.short, lang()], () => h("div", { class: "deck-grid " + (run.base === "pairs" ? "pairs" : run.short ? "short" : "full") }, run.faces.map((f) => h("div", { "data-slot": f.card }))));
    for (const f of run.faces) keep(grid.querySelector(`[data-slot="${f.card}"]`), [run.run, f, lang()], () => cell(f));
    keep(foot, [state, run.pictures.length, missing().length, run.question, run.saved], footNow);
    if (phase && phase !== stage) { head.focus({ preventScroll: true }); head.scrollIntoView({ block: "center" }); }
    phase = stage;
  }

  // A new picture of the camera, where it is looked at.
  const refresh = () => { if (run && !eye.hidden) view.src = "/api/camera/picture?at=" + Date.now(); };
  const sendingNow = (file) => { sending = file; if (run) draw(run); };
  return { draw, refresh, sending: sendingNow };
}
