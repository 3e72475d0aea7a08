// Everything live in the app is a store of the shared kind.

export { createStore, type ReadableStore, useStore } from "@truetick/ui/state";
