// The icon of each kind of notice, and how loud it is.

import type { NoticeKind } from "@truetick/contract/notices";
import type { Icon } from "@truetick/ui";
import ArrowDownToLine from "lucide-react/icons/arrow-down-to-line";
import ArrowUpFromLine from "lucide-react/icons/arrow-up-from-line";
import BadgeCheck from "lucide-react/icons/badge-check";
import BellRing from "lucide-react/icons/bell-ring";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import CircleX from "lucide-react/icons/circle-x";
import CopyX from "lucide-react/icons/copy-x";
import DoorOpen from "lucide-react/icons/door-open";
import Landmark from "lucide-react/icons/landmark";
import Lock from "lucide-react/icons/lock";
import MessageCircle from "lucide-react/icons/message-circle";
import MessageSquareText from "lucide-react/icons/message-square-text";
import OctagonAlert from "lucide-react/icons/octagon-alert";
import OctagonX from "lucide-react/icons/octagon-x";
import Scale from "lucide-react/icons/scale";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Target from "lucide-react/icons/target";
import TimerOff from "lucide-react/icons/timer-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";

type Tone = "quiet" | "warn" | "danger";

export const NOTICE_LOOKS: Readonly<
  Record<NoticeKind, { readonly icon: Icon; readonly tone: Tone }>
> = {
  marginCall: { icon: TriangleAlert, tone: "warn" },
  stopOut: { icon: OctagonAlert, tone: "danger" },
  orderFilled: { icon: CircleCheck, tone: "quiet" },
  orderClosed: { icon: Target, tone: "quiet" },
  orderEnded: { icon: TimerOff, tone: "quiet" },
  depositCredited: { icon: ArrowDownToLine, tone: "quiet" },
  depositRejected: { icon: CircleX, tone: "warn" },
  withdrawalPaid: { icon: ArrowUpFromLine, tone: "quiet" },
  withdrawalRejected: { icon: CircleX, tone: "warn" },
  withdrawalReturned: { icon: Undo2, tone: "warn" },
  identityDecided: { icon: BadgeCheck, tone: "quiet" },
  methodBound: { icon: Landmark, tone: "quiet" },
  adjustmentBooked: { icon: Scale, tone: "quiet" },
  accountFrozen: { icon: Lock, tone: "danger" },
  priceAlert: { icon: BellRing, tone: "quiet" },
  depositAsked: { icon: CircleQuestionMark, tone: "warn" },
  withdrawalAsked: { icon: CircleQuestionMark, tone: "warn" },
  disputeAnswered: { icon: Scale, tone: "quiet" },
  feedbackAnswered: { icon: MessageSquareText, tone: "quiet" },
  supportAnswered: { icon: MessageCircle, tone: "quiet" },
  copyStopped: { icon: OctagonX, tone: "warn" },
  copySkipped: { icon: CopyX, tone: "quiet" },
  leaderLeft: { icon: DoorOpen, tone: "quiet" },
  securityChanged: { icon: ShieldAlert, tone: "warn" },
};
