// What bench/copying uses of the tests of copying: a leader and a crowd of followers on a database
// of its own. Nothing that runs in production imports it.

// The tables that the members declare.
import type {} from "../../../members/members.ts";

export {
  carryOut,
  countCopies,
  openCrowdMarket,
  openLed,
  quoteCrowd,
  seedCrowd,
} from "./copy-crowd.ts";
export { startCrowdCopying, timeStopLooks } from "./lead-crowd.ts";
