// A file that was made here, given to the browser to be saved, as if the reader had followed a link
// to it.

/** The browser has taken the file over by then; some open it only after the click is done. */
const FORGET_AFTER_MS = 10_000;

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), FORGET_AFTER_MS);
}
