// The call about announcements as an app makes it. Browser-safe: no schema library;
// `content.test.ts` holds it to the declared call.

import type { ReadRequest } from "../market.requests.ts";
import {
  type Announcement,
  type AnnouncementWire,
  announcementFromWire,
  type RegionWords,
  type RegionWordsWire,
  regionWordsFromWire,
} from "./announcement.ts";

export type AnnouncementPage = {
  readonly rows: readonly Announcement[];
  readonly total: number;
  /** Null where the service is provided to everybody. */
  readonly region: RegionWords | null;
};

export function requestAnnouncements(page: number): ReadRequest<AnnouncementPage> {
  return {
    path: "/v1/api/announcement/list",
    query: { page: String(page) },
    read: (wire) => {
      const { data, total, region } = wire as {
        data: AnnouncementWire[];
        total: number;
        region: RegionWordsWire | null;
      };
      return {
        rows: data.map(announcementFromWire),
        total,
        region: region === null ? null : regionWordsFromWire(region),
      };
    },
  };
}
