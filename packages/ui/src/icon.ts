// The shape of an icon component. Icons come from lucide-react, imported one by one by whoever
// shows them, so that a page carries only its own.

import type { ComponentType } from "react";

export type Icon = ComponentType<{
  readonly size?: number | string;
  readonly strokeWidth?: number | string;
  readonly className?: string | undefined;
}>;
