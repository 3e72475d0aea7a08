// The verifier where another process runs it: the verdict is the table's, and who asks for a new
// one is heard there. Made by verification.ts, which also tells the others when a check is under
// way. Invariant: nothing is checked here.

import type { Database } from "../../platform/database.ts";
import type { News } from "../../platform/news/news.ts";
import { readVerdict } from "./verdict-table.ts";
import { readingOf, type Verifier } from "./verifier.ts";

type Told = "wanted" | "begun" | "over";

const LOOK_EVERY_MS = 60_000;

function openChannel(news: News) {
  return news.channel("verifier", (said): Told | null =>
    said === "wanted" || said === "begun" || said === "over" ? said : null,
  );
}

export async function verifiedElsewhere({
  database,
  news,
}: {
  readonly database: Database;
  readonly news: News;
}): Promise<Verifier> {
  const channel = openChannel(news);
  let isRunning = false;
  channel.follow((told) => {
    if (told !== "wanted") isRunning = told === "begun";
  });
  let reading = readingOf(await readVerdict(database));
  const timer = setInterval(() => {
    readVerdict(database).then(
      (verdict) => {
        reading = readingOf(verdict);
      },
      () => undefined,
    );
  }, LOOK_EVERY_MS).unref();
  return {
    verdict: async () => ({ ...(await readVerdict(database)), isRunning }),
    run: async () => channel.tell("wanted"),
    reading: () => reading,
    stop: async () => clearInterval(timer),
  };
}

/** The verifier of this process, for the others: begun when they want it, told while it runs. */
export function shareVerifier(verifier: Verifier, news: News): Verifier {
  if (news.isAlone) return verifier;
  const channel = openChannel(news);
  async function run(): Promise<void> {
    channel.tellOthers("begun");
    await verifier.run().finally(() => channel.tellOthers("over"));
  }
  const stop = channel.follow((told) => {
    if (told === "wanted") void run();
  });
  return {
    ...verifier,
    run,
    stop: async () => {
      stop();
      await verifier.stop();
    },
  };
}
