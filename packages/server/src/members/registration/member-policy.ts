// What the operator has decided about registering; read anew each time, so that a change holds at
// once. Given by whoever composes the area: the settings of the platform are another area's.

import type { PlatformSettings } from "@truetick/contract";

export type MemberPolicy = () => Promise<
  Pick<PlatformSettings, "verifyMode" | "restrictedAreas" | "isMobileShown">
>;
