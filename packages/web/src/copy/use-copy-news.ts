// Tells a screen that one of the reader's follows has changed on the server. For whoever is logged
// in only: the topic is private.

import { TOPIC_COPY } from "@truetick/contract/copying";
import { useTopicNews } from "../live/use-topic-news.ts";

export function useCopyNews(look: () => void): void {
  useTopicNews(TOPIC_COPY, (frame) => frame.type === TOPIC_COPY, look);
}
