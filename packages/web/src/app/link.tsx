// A link inside the app: a real one, so that it can be opened in a new tab, copied and read aloud,
// but followed without loading a page. The code of the screen is fetched as soon as a pointer or
// the focus is on it.

import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { useApp } from "./app.ts";
import { prefetchScreen } from "./screens.tsx";

/** Clicks that ask the browser for something else: a new tab, a download, a menu. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export function Link({
  ref,
  to,
  isReplacing = false,
  children,
  onClick,
  onFocus,
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  readonly ref?: Ref<HTMLAnchorElement>;
  /** A path of this app, with or without a query. */
  readonly to: string;
  readonly isReplacing?: boolean;
  readonly children: ReactNode;
}) {
  const { router } = useApp();
  const prefetch = () => void prefetchScreen(to.split("?")[0] ?? to);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    router.navigate(to, { isReplacing });
  };
  return (
    <a
      ref={ref}
      href={to}
      onClick={follow}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
      onFocus={(event) => {
        onFocus?.(event);
        prefetch();
      }}
      {...rest}
    >
      {children}
    </a>
  );
}
