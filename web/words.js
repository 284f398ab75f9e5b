// The pages' own words in the reader's language. Sentences of rulings come from the server.
import en from "./en.js";
import ko from "./ko.js";

const ALL = { en, ko };
let current;
try { current = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("pitboss.lang"); } catch { /* no memory */ }
if (!ALL[current]) current = ALL[document.documentElement.lang] ? document.documentElement.lang : "en";
document.documentElement.lang = current;

export const lang = () => current;

// Words that only one part of a page needs come with it.
export const learn = (more) => { for (const tongue of Object.keys(more)) Object.assign(ALL[tongue], more[tongue]); };

export function setLang(next) {
  current = next;
  document.documentElement.lang = next;
  try { localStorage.setItem("pitboss.lang", next); } catch { /* no memory */ }
  dispatchEvent(new Event("pitboss-lang"));
}

// `{name}` in a text stands for a parameter; parameters that are elements come through `rich`.
export function t(key, params = {}) {
  const text = ALL[current][key] ?? en[key];
  if (text == null) return key;
  return text.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
}

// Why the server refused something: its own sentence is English, what kind of refusal it is stands before that in the reader's language.
export function refused({ status, body }) {
  if (status === 0) return t("offline");
  const kind = ALL[current]["fault-" + body?.error], says = body?.says ?? status;
  return t("failed", { says: kind ? `${kind} (${says})` : says });
}

export const has = (key) => (ALL[current][key] ?? en[key]) != null;

// Why chips moved.
export const why = (id) => (has("why-" + id) ? t("why-" + id) : id.replaceAll("_", " "));

export function rich(key, params = {}) {
  const text = ALL[current][key] ?? en[key] ?? key;
  return text.split(/(\{\w+\})/).filter(Boolean).map((part) => (/^\{\w+\}$/.test(part) ? (params[part.slice(1, -1)] ?? "") : part));
}

export function names(list) {
  if (list.length < 2) return list[0] ?? "";
  return list.slice(0, -1).join(", ") + t("or") + list.at(-1);
}

export const chips = (n) => t(n === 1 ? "chips-1" : "chips-n", { n });
export const signed = (n) => (n > 0 ? "+" + n : n < 0 ? "−" + -n : "0");
export const clock = (ms) => new Date(ms).toLocaleTimeString(current, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
