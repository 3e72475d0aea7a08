// How long something has been running, in the two largest units that matter. Pure.

export type UptimeParts = {
  readonly unit: "seconds" | "minutes" | "hours" | "days";
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

export function uptimeParts(totalSec: number): UptimeParts {
  const days = Math.floor(totalSec / 86_400);
  const hours = Math.floor((totalSec % 86_400) / 3_600);
  const minutes = Math.floor((totalSec % 3_600) / 60);
  const seconds = totalSec % 60;
  const unit = days > 0 ? "days" : hours > 0 ? "hours" : minutes > 0 ? "minutes" : "seconds";
  return { unit, days, hours, minutes, seconds };
}
