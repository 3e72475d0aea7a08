// The picture of each drawing tool and each kind of chart.

import type { Icon } from "@truetick/ui";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import ChartArea from "lucide-react/icons/chart-area";
import ChartCandlestick from "lucide-react/icons/chart-candlestick";
import ChartLine from "lucide-react/icons/chart-line";
import Equal from "lucide-react/icons/equal";
import Minus from "lucide-react/icons/minus";
import Slash from "lucide-react/icons/slash";
import Square from "lucide-react/icons/square";
import TextAlignJustify from "lucide-react/icons/text-align-justify";
import type { ChartKind } from "./chart-choice.ts";
import type { DrawingTool } from "./drawing-book.ts";

export const TOOL_ICONS: Readonly<Record<DrawingTool, Icon>> = {
  trendLine: Slash,
  ray: ArrowUpRight,
  horizontalLine: Minus,
  channel: Equal,
  rectangle: Square,
  fibonacci: TextAlignJustify,
};

export const KIND_ICONS: Readonly<Record<ChartKind, Icon>> = {
  candles: ChartCandlestick,
  line: ChartLine,
  area: ChartArea,
};
