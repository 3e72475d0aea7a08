// The pieces both apps share. Styles come with each component; tokens.css, fonts.css and base.css
// are imported once by an app's entry.

export { Brand, BrandMark } from "./brand.tsx";
export { Button, buttonClass, Spinner } from "./button.tsx";
export { Change, ChangeFrame, paintChange } from "./change.tsx";
export { type Chip, ChipRow, chipClass } from "./chips.tsx";
export { classNames } from "./class-names.ts";
export { ConfirmDialog } from "./dialog.tsx";
export { EmptyState } from "./empty-state.tsx";
export { Fact, Facts } from "./facts.tsx";
export type { Icon } from "./icon.ts";
export { IconButton, iconButtonClass } from "./icon-button.tsx";
export { MarketLogo } from "./market-logo.tsx";
export {
  createNotation,
  type Direction,
  directionOf,
  type Notation,
  NotationProvider,
  useNotation,
  writeDecimal,
  writeSigned,
} from "./notation.ts";
export { Note, NoticeBar } from "./notice.tsx";
export { paintDirection } from "./paint-direction.ts";
export { Price, PriceFrame, paintPrice } from "./price.tsx";
export { distanceOf, type PriceShape, splitPrice, spreadInPips } from "./price-text.ts";
export { paintRange, RangeBar } from "./range-bar.tsx";
export { SearchField } from "./search-field.tsx";
export { Segment } from "./segment.tsx";
export { Sheet } from "./sheet.tsx";
export { Skeleton } from "./skeleton.tsx";
export { Sparkline } from "./sparkline.tsx";
export { Tag } from "./tag.tsx";
export { type Toast, ToastStack } from "./toast.tsx";
export { useModal } from "./use-modal.ts";
export { writeText } from "./write-text.ts";
