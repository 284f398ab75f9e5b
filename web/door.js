// A PIN into a way in: the host's page, or a closed board.
import { h } from "./dom.js";
import { post } from "./live.js";
import { t } from "./words.js";

// Title, lead, label and button are named after `key`; `then` comes with the right PIN. `more` is asked for with it.
export function pinForm(key, then, more = {}) {
  const input = h("input", { class: "pin", id: "pin", inputmode: key === "door" ? "text" : "numeric", autocomplete: "one-time-code", maxlength: 12, required: true });
  const error = h("p", { class: "error", role: "alert" });
  const go = async (e) => {
    e.preventDefault();
    const { ok, status, body } = await post("/api/session", { pin: input.value.trim(), ...more });
    if (ok) return then();
    error.textContent = status === 0 ? t("offline") : status === 429 ? t("pin-wait", { n: /(\d+) s/.exec(body?.says ?? "")?.[1] ?? "" }) : t("pin-wrong");
    input.value = "";
    input.focus();
  };
  return [h("h1", { class: "title" }, t(key + "-title")), h("p", { class: "quiet" }, t(key + "-lead")),
    h("form", { class: "stack", onsubmit: go }, h("label", { class: "field" }, t(key + "-label"), input), h("button", { class: "act" }, t(key + "-go")), error)];
}

// The board is closed: asks for its PIN, over whatever page it is.
export function knock(then) {
  if (document.querySelector("dialog[data-door]")) return;
  const dialog = h("dialog", { "data-door": true, "aria-label": t("door-title") });
  dialog.append(...pinForm("door", () => { dialog.close(); then(); }));
  document.body.append(dialog);
  dialog.addEventListener("cancel", (e) => e.preventDefault());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
