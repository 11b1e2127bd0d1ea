/**
 * Every migration there ever was, in order: the newest last. Adding one is
 * docs/schema-changes.md. None is ever renamed or removed, so that a data
 * folder of any earlier version can be brought up to this one.
 */
import type { Migration } from "./migration";
import { businessCountry } from "./migrations/businessCountry";
import { chairsAndPause } from "./migrations/chairsAndPause";
import { dayQuotes } from "./migrations/dayQuotes";
import { deskAnswerCodes } from "./migrations/deskAnswerCodes";
import { deskRequestsOfBusiness } from "./migrations/deskRequestsOfBusiness";
import { resetAskers } from "./migrations/resetAskers";
import { turns } from "./migrations/turns";
import { turnsOfUndo } from "./migrations/turnsOfUndo";
import { undoCodes } from "./migrations/undoCodes";
import { visitRules } from "./migrations/visitRules";

export const migrations: readonly Migration[] = [
  resetAskers,
  undoCodes,
  deskAnswerCodes,
  visitRules,
  chairsAndPause,
  businessCountry,
  turns,
  turnsOfUndo,
  dayQuotes,
  deskRequestsOfBusiness,
];
