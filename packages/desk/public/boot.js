// Runs before the first paint: the desk follows the system's theme, or the one that the trader's
// app on this origin was set to.
(() => {
  let look = {};
  try {
    look = JSON.parse(localStorage.getItem("truetick.look") ?? "{}") ?? {};
  } catch {
    // A browser that remembers nothing shows the system's theme.
  }
  const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const theme = look.theme === "light" || look.theme === "dark" ? look.theme : system;
  document.documentElement.dataset.theme = theme;
})();
