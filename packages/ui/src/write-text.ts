// Writes a text into an element that holds nothing else. Its text node is changed and not replaced:
// a new one has to be styled and built into the page, and everything around it is laid out anew.

export function writeText(element: Element, text: string): void {
  const node = element.firstChild;
  if (node instanceof Text) {
    if (node.data !== text) node.data = text;
  } else if (text !== "") element.textContent = text;
}
