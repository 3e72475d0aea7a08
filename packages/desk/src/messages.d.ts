// Tells the text library which keys exist: those of the English catalogue. A misspelt key does not
// compile.

import type { Messages } from "@truetick/contract";

declare module "use-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}
