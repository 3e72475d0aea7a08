// That the other side is writing, for a few seconds after the last sign of it.

import { useCallback, useEffect, useState } from "react";

const SHOWN_MS = 5_000;

export function useTyping(): {
  readonly isShown: boolean;
  readonly show: () => void;
  readonly hide: () => void;
} {
  const [signs, setSigns] = useState(0);
  useEffect(() => {
    if (signs === 0) return undefined;
    const timer = setTimeout(() => setSigns(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [signs]);
  return {
    isShown: signs > 0,
    show: useCallback(() => setSigns((count) => count + 1), []),
    hide: useCallback(() => setSigns(0), []),
  };
}
