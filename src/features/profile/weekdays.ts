/** The week as the opening hours count it: Sunday first (product.md B5). */
import type { OperatingHours } from "../../../convex/business/rules/hours";
import { weekdayName } from "../../strings/language/intl";

export type Weekday = keyof OperatingHours;

const KEYS: readonly Weekday[] = ["0", "1", "2", "3", "4", "5", "6"];

export const weekdays: readonly { key: Weekday; name: string }[] = KEYS.map(
  (key) => ({ key, name: weekdayName(Number(key)) }),
);
