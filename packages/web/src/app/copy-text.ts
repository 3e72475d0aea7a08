// Puts a text on the clipboard. Plain HTTP has no clipboard of its own; there the old way of a
// selected field is tried. Answers whether it is there.

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  // Inside of an open dialog, or the selection would be outside of what can be focused.
  const place = document.querySelector("dialog[open]") ?? document.body;
  place.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}
