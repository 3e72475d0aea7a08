// What stands on the page when the app could not even begin, because neither its texts nor its
// first screen could be fetched: two languages that the page itself carries, and the one thing that
// helps. Called by main.tsx. Begins by itself as soon as the device is online again.

const WORDS = [
  { lang: "zh-Hant-HK", text: "無法載入 Truetick。請檢查網絡連線。", action: "再試一次" },
  { lang: "en", text: "Truetick could not be loaded. Check your connection.", action: "Try again" },
];

function lineOf(words: readonly { readonly lang: string; readonly text: string }[]): Node[] {
  return words.map(({ lang, text }) => {
    const line = document.createElement("p");
    line.lang = lang;
    line.textContent = text;
    return line;
  });
}

export function sayNothingCame(place: HTMLElement, reload: () => void): void {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = WORDS.map(({ action }) => action).join(" · ");
  button.addEventListener("click", reload);
  place.dataset.state = "nothing-came";
  place.replaceChildren(...lineOf(WORDS), button);
  window.addEventListener("online", reload);
}
