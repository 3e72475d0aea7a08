// What whoever is logged in is told while the app is open, on whatever screen he is: orders that
// ended, what else was left for him, and a margin call for as long as it lasts.

import { EndedNotices } from "../account/ended-notices.tsx";
import { DeviceNotices } from "./device-notices.tsx";
import { MarginCallBar } from "./margin-call-bar.tsx";
import { NoticeToasts } from "./notice-toasts.tsx";

export function LiveNotices() {
  return (
    <>
      <EndedNotices />
      <NoticeToasts />
      <DeviceNotices />
      <MarginCallBar />
    </>
  );
}
