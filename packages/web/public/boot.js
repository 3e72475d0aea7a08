// Runs before the first paint: repeats the reader's last look on <html>, so that nothing flashes in
// the wrong theme, direction or colours (`settings/preferences.ts` writes what is read here), and
// writes the app's first words into the page. Asks for the files of the screen that was opened and,
// for a visitor, for the lists it begins with; begins the app once the page has been painted. The
// build names words, files and lists (early-files-plugin.ts); in development there are none.
(() => {
  const root = document.documentElement;
  let look = {};
  let language = null;
  let hasRealPrices = false;
  let hasSession = true;
  try {
    look = JSON.parse(localStorage.getItem("truetick.look") ?? "{}") ?? {};
    language = localStorage.getItem("truetick.language");
    hasRealPrices = localStorage.getItem("truetick.realPrices") === "yes";
    hasSession = localStorage.getItem("truetick.session") !== null;
  } catch {
    // A browser that remembers nothing shows the default look.
  }
  if (typeof look.lang === "string") root.lang = look.lang;
  if (look.dir === "ltr" || look.dir === "rtl") root.dir = look.dir;
  if (look.updown === "green-up" || look.updown === "red-up") root.dataset.updown = look.updown;
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  root.dataset.theme = look.theme === "light" || look.theme === "dark" ? look.theme : system;

  const early = JSON.parse(document.getElementById("early-files")?.textContent ?? "null");
  if (early === null) return;
  const path = location.pathname.replace(/(.)\/$/, "$1");
  if (!Object.hasOwn(early.texts, language)) language = "hk";
  const texts = early.texts[language];
  const needed = early.fewTexts.includes(path) ? texts.slice(0, 1) : texts;
  const wanted = [...(early.screens[path] ?? []), ...needed];
  // In the words of the app (api/server.ts), which takes up the answers (api/early-answers.ts).
  const asks = hasSession ? [] : [...early.asks.everywhere, ...(early.asks[path] ?? [])];
  const answers = new Map();
  for (const address of asks) {
    const timed = `${address}${address.includes("?") ? "&" : "?"}t=${Date.now()}`;
    const answer = fetch(timed, { headers: { lang: language, authorization: "" } });
    // The app asks again where this fails.
    answer.catch(() => null);
    answers.set(address, answer);
  }
  window.earlyAnswers = { language, answers };

  /** What must be known (H13) and where one can go, before any of the app is there. */
  function writeFirstWords() {
    const [notice, ...places] = early.words[language];
    const opening = document.querySelector(".opening");
    const bar = opening.querySelector(".notice");
    bar.querySelector("span").textContent = notice;
    bar.hidden = hasRealPrices;
    const isWide = matchMedia("(min-width: 768px)").matches;
    const words = [...opening.querySelectorAll("[data-path]")];
    for (const [index, word] of words.entries()) {
      word.textContent = places[index];
      if (word.dataset.path === path) word.dataset.current = "";
    }
    const isPlace = words.some((word) => word.dataset.path === path);
    opening.querySelector(".places").hidden = !isWide && !isPlace;
  }

  /** Into the browser's cache, for the app to find. */
  function fetchAhead(file) {
    if (file.endsWith(".css")) {
      // A preload would complain on a slow line.
      fetch(`/${file}`, { priority: "low" }).catch(() => null);
      return;
    }
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.fetchPriority = "low";
    link.href = `/${file}`;
    document.head.append(link);
  }

  let hasBegun = false;
  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    // One by one: together they would keep a finger waiting.
    for (const number of wanted) setTimeout(() => fetchAhead(early.files[number]));
    const script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = document.getElementById("entry").href;
    document.head.append(script);
  }

  // As soon as their places have been read: a paint before that would show the page without them.
  const watch = new MutationObserver(() => {
    if (document.querySelector("#app + *") === null) return;
    watch.disconnect();
    writeFirstWords();
  });
  watch.observe(root, { childList: true, subtree: true });

  document.addEventListener("DOMContentLoaded", () => {
    // Nobody waits for the paint of a page that is not seen.
    if (document.hidden) begin();
    document.addEventListener("visibilitychange", begin, { once: true });
    requestAnimationFrame(() => setTimeout(begin));
  });
})();
