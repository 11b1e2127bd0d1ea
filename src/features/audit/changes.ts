/** The changes of an audit log entry in words, a line per fact. */
import type { AuditFacts } from "../../../convex/audit/rules/entries";
import { knownPlan, plans } from "../../../convex/base/rules/plans";
import { momentOf } from "../../lib/time/format";
import { audit as strings } from "../../strings/admin/audit";

export type ChangedFact = {
  name: string;
  before: string | null;
  after: string | null;
};

type Facts = AuditFacts | null;

export function changesOf(
  entry: { before: Facts; after: Facts },
  timeZone?: string,
): ChangedFact[] {
  const names = Object.keys({ ...entry.before, ...entry.after });
  return names.map((name) => ({
    name: strings.facts[name] ?? name,
    before: wordOf(name, entry.before, timeZone),
    after: wordOf(name, entry.after, timeZone),
  }));
}

function wordOf(name: string, facts: Facts, timeZone?: string): string | null {
  const value = facts?.[name];
  if (value === undefined) return null;
  if (value === null) return strings.nothing;
  if (typeof value === "boolean") return value ? strings.yes : strings.no;
  // The names of times end in 'At'.
  if (typeof value === "number") {
    return name.endsWith("At") ? momentOf(value, timeZone) : String(value);
  }
  const plan =
    name === "plan" || name === "grantedPlan" ? knownPlan(value) : null;
  if (plan !== null) return plans[plan].label;
  return strings.values[value] ?? value;
}
