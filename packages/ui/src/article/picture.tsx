// A picture of an article, on a path of this site. One that cannot be loaded is left out: nobody
// misses a broken frame.

import { useState } from "react";

export function Picture({
  path,
  words,
  className,
}: {
  /** Empty: there is none. */
  readonly path: string;
  /** What it shows; empty where it only decorates. */
  readonly words: string;
  readonly className: string | undefined;
}) {
  const [isBroken, setIsBroken] = useState(false);
  if (path === "" || isBroken) return null;
  return (
    <img
      src={path}
      alt={words}
      loading="lazy"
      className={className}
      onError={() => setIsBroken(true)}
    />
  );
}
