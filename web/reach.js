// The addresses that phones reach into a code to scan, with what to do where a phone reaches none of them.
import { h } from "./dom.js";
import { get } from "./live.js";
import { t } from "./words.js";

const code = (i) => h("img", { class: "code", src: "/api/reach/code?of=" + i, alt: t("reach-code"), width: 240, height: 240 });
const plain = (url) => url.replace(/^http:\/\//, "").replace(/\/$/, "");

// For the host: code and address, one button for each further network, and help.
export function reachPanel() {
  const box = h("article", { class: "panel", id: "reach-panel" }, h("h2", {}, t("reach-title")));
  get("/api/reach").catch(() => null).then((found) => {
    const list = found?.addresses ?? [];
    if (!list.length) return;
    const shown = h("div", { class: "reach" });
    const show = (i) => {
      shown.replaceChildren(code(i), h("p", { class: "address" }, plain(list[i])));
      others.forEach((b, k) => b.setAttribute("aria-pressed", String(k === i)));
    };
    const others = list.map((url, i) => h("button", { class: "act second", type: "button", onclick: () => show(i) }, plain(url)));
    show(0);
    box.append(h("p", { class: "quiet" }, t("reach-lead")), shown,
      h("details", {}, h("summary", {}, t("reach-none")), h("p", {}, t("reach-wifi")), h("p", {}, t("reach-guest")), h("p", {}, t("reach-hotspot")),
        list.length > 1 ? [h("p", { class: "quiet spaced" }, t("reach-others")), h("div", { class: "stack" }, others)] : null));
  });
  return box;
}

// For the big screen: the code alone.
export async function reachCorner(el) {
  const list = (await get("/api/reach").catch(() => null))?.addresses ?? [];
  if (list.length) el.replaceChildren(code(0), h("p", {}, t("tv-join"), h("br"), h("b", {}, plain(list[0]))));
}
