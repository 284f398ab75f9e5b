// Pages and their files kept for a phone without network: the network first, the memory where it fails. The API is never kept.
const MEMORY = "pitboss-2";
const FILES = ["/", "/seat", "/rules", "/settle", "/web/style.css", "/web/score.js", "/web/seat.js", "/web/rules.js", "/web/settle.js", "/web/league.js", "/web/words.js", "/web/en.js", "/web/ko.js",
  "/web/dom.js", "/web/cards.js", "/web/live.js", "/web/door.js", "/web/felt.js", "/web/told.js", "/web/shell.js", "/web/voice.js", "/web/calls.js", "/web/rules_en.js", "/web/rules_ko.js", "/web/icon.svg"];

self.addEventListener("install", (e) => e.waitUntil(caches.open(MEMORY).then((c) => c.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener("activate", (e) => e.waitUntil(caches.keys().then((all) => Promise.all(all.filter((name) => name !== MEMORY).map((name) => caches.delete(name)))).then(() => self.clients.claim())));
self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/") || url.pathname === "/healthz") return;
  e.respondWith((async () => {
    const memory = await caches.open(MEMORY);
    try {
      const answer = await fetch(e.request);
      if (answer.ok) memory.put(e.request, answer.clone());
      return answer;
    } catch {
      return (await memory.match(e.request, { ignoreSearch: true })) ?? Response.error();
    }
  })());
});
