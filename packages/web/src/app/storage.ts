// What the browser remembers for this app. Storage may be full, switched off or hold anything at
// all: reading answers null and writing gives up, and the app goes on without.

const PREFIX = "truetick.";

export type Storage = {
  readonly read: (name: string) => string | null;
  readonly write: (name: string, text: string) => void;
  readonly forget: (name: string) => void;
  /** Tells when another window of this app has changed it; the answer ends that. */
  readonly watch: (name: string, listener: () => void) => () => void;
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
  forget(name) {
    try {
      localStorage.removeItem(PREFIX + name);
    } catch {
      // What could not be written need not be forgotten.
    }
  },
  watch(name, listener) {
    // Without a key everything was cleared at once.
    const hear = ({ key }: StorageEvent) => {
      if (key === null || key === PREFIX + name) listener();
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  },
};
