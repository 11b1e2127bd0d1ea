/** The week as the opening hours count it: Sunday first (specification, owner part §2). */
import type { OperatingHours } from "../../../convex/model/hours";

export type Weekday = keyof OperatingHours;

export const weekdays: readonly { key: Weekday; name: string }[] = [
  { key: "0", name: "Sunday" },
  { key: "1", name: "Monday" },
  { key: "2", name: "Tuesday" },
  { key: "3", name: "Wednesday" },
  { key: "4", name: "Thursday" },
  { key: "5", name: "Friday" },
  { key: "6", name: "Saturday" },
];
