/** Messages and calendar entries that wait to be sent, and those that failed. */
import { MAX_COUNTED } from "../../../convex/upkeep/rules/operations";
import { number } from "../../strings/language/intl";
import { operations } from "../../strings/admin/operations";
import { Card } from "../../ui/card";
import { timeText } from "./amounts";
import { SmallTable } from "./small-table";
import type { Look } from "./use-look";

const { work: strings } = operations;

export function WorkCard({ product }: { product: Look["product"] }) {
  const rows = (["mails", "texts", "calendars"] as const).map((kind) => {
    const { waiting, lateMs, failed } = product[kind];
    return {
      name: strings[kind],
      figures: [
        bounded(waiting),
        lateMs === 0 ? strings.none : timeText(lateMs),
        bounded(failed),
      ],
      bad: failed > 0 ? 2 : undefined,
    };
  });
  return (
    <Card title={strings.title}>
      <SmallTable
        caption={strings.caption}
        head={[strings.kind, strings.waiting, strings.late, strings.failed]}
        rows={rows}
      />
      <p className="mt-3 text-sm text-ink-2">{strings.meaning}</p>
    </Card>
  );
}

function bounded(count: number): string {
  return count < MAX_COUNTED
    ? number(count)
    : strings.most(number(MAX_COUNTED));
}
