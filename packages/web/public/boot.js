// Runs before the first paint: repeats the reader's last look on <html>, so that nothing flashes in
// the wrong theme, direction or colours. `settings/preferences.ts` writes what is read here.
(() => {
  const root = document.documentElement;
  let look = {};
  try {
    look = JSON.parse(localStorage.getItem("truetick.look") ?? "{}") ?? {};
  } catch {
    // A browser that remembers nothing shows the default look.
  }
  if (typeof look.lang === "string") root.lang = look.lang;
  if (look.dir === "ltr" || look.dir === "rtl") root.dir = look.dir;
  if (look.updown === "green-up" || look.updown === "red-up") root.dataset.updown = look.updown;
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  root.dataset.theme = look.theme === "light" || look.theme === "dark" ? look.theme : system;
})();
