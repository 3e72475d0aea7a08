// News of a process that is the whole platform, for tests of parts that tell or follow.

import { createLog } from "../platform/log.ts";
import { createNews, type News } from "../platform/news/news.ts";

export function createAloneNews(): News {
  return createNews({ bus: null, log: createLog("fatal") });
}
