/** What an owner sets about joining and booking, beside the weekly hours, and how it is at first. */
import type { SpecialDay } from "./hours";

export type VisitRules = {
  /** Holidays and other hours by date, sorted by day. */
  specialDays: SpecialDay[];
  /** Nobody joins outside opening hours (product.md J6). */
  walkInsOnlyWhenOpen: boolean;
  /** So many people ahead, and the phone says 'almost your turn'; 0 never does. */
  almostAt: number;
};

export const newVisitRules: VisitRules = {
  specialDays: [],
  walkInsOnlyWhenOpen: false,
  almostAt: 2,
};
