// The address bar as a store: the shared router.

export { createRouter, type Location, type Router } from "@truetick/ui/state";
