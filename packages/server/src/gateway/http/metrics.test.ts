// Requests are counted by call and result, whichever of them came first.

import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("counts each result of each call by itself", async () => {
  const metrics = createMetrics();
  const answered = ["ok", "TOO_MANY", "ok", "ok"];
  for (const result of answered) metrics.countRequest("placeOrder", result, 0.001);
  metrics.countRequest("closeOrder", "ok", 0.001);
  const text = String((await metrics.answer()).body);
  const counted = [...text.matchAll(/^truetick_http_request_seconds_count\{(.*)\} (\d+)$/gm)];
  expect(counted.map(([, labels, count]) => [labels, count])).toEqual([
    ['call="placeOrder",result="ok"', "3"],
    ['call="placeOrder",result="TOO_MANY"', "1"],
    ['call="closeOrder",result="ok"', "1"],
  ]);
});
