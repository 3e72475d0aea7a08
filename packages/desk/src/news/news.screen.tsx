// News: what is written, in which languages, and whether readers see it; one article opens in the
// editor.

import type { ScreenProps } from "../app/routes.tsx";
import { ArticlesScreen } from "../articles/articles.screen.tsx";

export function NewsScreen({ chosen }: ScreenProps) {
  return <ArticlesScreen kind="news" place="news" chosen={chosen} />;
}
