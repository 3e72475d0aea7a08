// Announcements, before them where the service is not provided: that one is always there and only
// its words change.

import type { ScreenProps } from "../app/routes.tsx";
import { ArticlesScreen } from "../articles/articles.screen.tsx";

export function AnnouncementsScreen({ chosen }: ScreenProps) {
  return <ArticlesScreen kind="announcement" place="announcements" chosen={chosen} />;
}
