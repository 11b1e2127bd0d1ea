/** All migrations in order, the newest last (docs/schema-changes.md). None is ever renamed or removed. */
import type { Migration } from "./define";
import { businessCountry } from "./steps/businessCountry";
import { chairsAndPause } from "./steps/chairsAndPause";
import { dayQuotes } from "./steps/dayQuotes";
import { deskAnswerCodes } from "./steps/deskAnswerCodes";
import { deskRequestsOfBusiness } from "./steps/deskRequestsOfBusiness";
import { queueLetters } from "./steps/queueLetters";
import { resetAskers } from "./steps/resetAskers";
import { turns } from "./steps/turns";
import { turnsOfUndo } from "./steps/turnsOfUndo";
import { undoCodes } from "./steps/undoCodes";
import { visitRules } from "./steps/visitRules";
import { whenUnmarked } from "./steps/whenUnmarked";

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
  queueLetters,
  whenUnmarked,
];
