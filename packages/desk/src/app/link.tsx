// A link inside the desk: a real one, so that it can be opened in a new window or copied, but
// followed without loading a page.

import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { useDesk } from "./desk.ts";

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
  ...rest
}: Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly to: string;
  readonly isReplacing?: boolean;
  readonly children: ReactNode;
}) {
  const { router } = useDesk();
  return (
    <a
      ref={ref}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        router.navigate(to, { isReplacing });
      }}
      {...rest}
    >
      {children}
    </a>
  );
}
