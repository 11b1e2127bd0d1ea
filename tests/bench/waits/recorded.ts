/** Days that the product recorded (`recorded/*.days`), made by convex/line/recorded-waits.long.test.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Day, Happening, History } from "./day.ts";

export const RECORDED = join(import.meta.dirname, "recorded/two-chairs.days");
/** Kind, ms since opening, and the ticket, the number of chairs or the end of a pause. */
type Entry = [Happening["kind"], number, (number | null)?];
type Kept = Omit<Day, "happenings"> & { readonly happenings: Entry[] };

/** The file's text, with one line per happening. */
export function recordingText(days: readonly Day[]): string {
  const kept = days.map((day): Kept => {
    const happenings = day.happenings.map((one): Entry => {
      const { kind, at } = one;
      const since = at - day.opensAt;
      switch (one.kind) {
        case "resume":
          return [kind, since];
        case "chairs":
          return [kind, since, one.chairs];
        case "pause":
          return [kind, since, one.until];
        default:
          return [kind, since, one.ticket];
      }
    });
    return { ...day, happenings };
  });
  const text = JSON.stringify(kept);
  return `${text.replaceAll(/(\[|,)(?=[[{])/g, "$1\n")}\n`;
}

/** The recorded days; the first two teach. */
export function recordedHistory(): History {
  const kept = JSON.parse(readFileSync(RECORDED, "utf8")) as Kept[];
  const days = kept.map((day): Day => {
    const happenings = day.happenings.map(([kind, since, value]): Happening => {
      const at = day.opensAt + since;
      switch (kind) {
        case "resume":
          return { at, kind };
        case "chairs":
          return { at, kind, chairs: value ?? 1 };
        case "pause":
          return { at, kind, until: value ?? null };
        default:
          return { at, kind, ticket: value ?? 0 };
      }
    });
    return { ...day, happenings };
  });
  return { name: "recorded days", days, countedFrom: 2 };
}
