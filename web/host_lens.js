// A phone as the camera: the host's way to it, with a code to scan.
import { h } from "./dom.js";
import { get } from "./live.js";
import { t } from "./words.js";

export function phonePanel(watch) {
  const box = h("div", {});
  const show = async () => {
    const secure = (await get("/api/reach").catch(() => null))?.secure;
    box.replaceChildren(...(secure
      ? [h("div", { class: "reach" }, h("img", { class: "code", src: "/api/reach/code?of=camera", alt: t("lens-code"), width: 240, height: 240 }), h("p", { class: "address" }, secure.replace("https://", "") + "camera")), h("p", { class: "quiet" }, t("lens-scan")), h("p", { class: "quiet" }, t("lens-warning"))]
      : [h("p", { class: "error" }, t("lens-none"))]));
  };
  return h("details", { id: "phone-camera", ontoggle: (e) => { if (e.target.open) show(); } }, h("summary", {}, t("lens-use")), box,
    h("button", { class: "act second spaced", type: "button", "data-camera": "phone", onclick: () => watch("phone") }, t("lens-watch")));
}
