// What the browser remembers for this app. Storage may be full, switched off or hold anything at
// all: reading answers null and writing gives up, and the app goes on without.

const PREFIX = "truetick.";

export type Storage = {
  readonly read: (name: string) => string | null;
  readonly write: (name: string, text: string) => void;
};

export const browserStorage: Storage = {
  read(name) {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  },
  write(name, text) {
    try {
      localStorage.setItem(PREFIX + name, text);
    } catch {
      // Private windows refuse to remember; nothing depends on it.
    }
  },
};
