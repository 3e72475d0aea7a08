// Tells the text library which keys exist: those of the desk's own English catalogue. A misspelt
// key does not compile.

import type messages from "../messages/en.json";

declare module "use-intl" {
  interface AppConfig {
    Messages: typeof messages;
  }
}
