// A tag, its attributes and children into an element; nothing here ever takes HTML as text.
export function h(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) el.style.setProperty(name, value);
    else if (name === "value" || name === "checked" || name === "disabled") el[name] = value;
    else el.setAttribute(name, value === true ? "" : value);
  }
  el.append(...children.flat(Infinity).filter((c) => c != null && c !== false));
  return el;
}

export function svg(tag, attributes = {}, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...children.flat(Infinity).filter((c) => c != null && c !== false));
  return el;
}

// Draws into `el` only when `state` differs from what stands there.
export function keep(el, state, draw) {
  const now = JSON.stringify(state) ?? "";
  if (el.drawn === now) return false;
  el.drawn = now;
  el.replaceChildren(...[draw()].flat(Infinity).filter((c) => c != null && c !== false));
  return true;
}

export const $ = (id) => document.getElementById(id);
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let toastTimer;
export function toast(text) {
  document.querySelector(".toast")?.remove();
  document.body.append(h("p", { class: "toast", role: "status" }, text));
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => document.querySelector(".toast")?.remove(), 5000);
}
