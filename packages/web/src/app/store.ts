// Everything live in the app is a store of the shared kind.

export { createStore, type ReadableStore, type Store, useStore } from "@truetick/ui/state";
