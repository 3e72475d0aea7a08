// Runs before the first paint: repeats the reader's last look on <html>, so that nothing flashes in
// the wrong theme, direction or colours. `settings/preferences.ts` writes what is read here. Then
// asks for the files of the screen that was opened, which the build names (early-files-plugin.ts).
(() => {
  const root = document.documentElement;
  let look = {};
  let language = null;
  try {
    look = JSON.parse(localStorage.getItem("truetick.look") ?? "{}") ?? {};
    language = localStorage.getItem("truetick.language");
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
  const texts = early.texts[language] ?? early.texts.hk;
  const wanted = [...(early.screens[path] ?? []), ...(path === "/" ? texts.slice(0, 1) : texts)];
  for (const file of wanted.map((number) => early.files[number])) {
    const link = document.createElement("link");
    link.rel = file.endsWith(".css") ? "preload" : "modulepreload";
    if (file.endsWith(".css")) {
      link.as = "style";
      // As the build asks for style sheets itself: another mode would fetch them twice.
      link.crossOrigin = "";
    }
    link.href = `/${file}`;
    document.head.append(link);
  }
})();
