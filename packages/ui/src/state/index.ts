// What both apps are made of without a pixel: stores, the address bar, toasts, names that nobody
// can guess, and files that are saved.

export { randomId } from "./random-id.ts";
export { createRouter, type Location, type Router } from "./router.ts";
export { saveFile } from "./save-file.ts";
export { createStore, type ReadableStore, type Store, useSelected, useStore } from "./store.ts";
export { createToasts, type Toasts } from "./toasts.ts";
