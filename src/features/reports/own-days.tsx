/** The user's own figures: what they called and served (product.md W14). For staff, who have no reports. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { businessDay } from "../../../convex/business/rules/opening";
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import { useFreshness } from "../../lib/server/connection";
import { useNow } from "../../lib/time/use-now";
import { reports as strings } from "../../strings/reports";
import { Card } from "../../ui/card";
import { Segmented } from "../../ui/fields/segmented";
import { Bone, Skeleton } from "../../ui/skeleton";
import { FigureList } from "./headline";
import { figuresOf, hasWorked } from "./people";
import { daysOf } from "./ranges";

const { own: words } = strings;
/** Of which every plan shows days. */
const RANGES = ["last", "this"] as const;

export default function OwnDays({ shop }: { shop: ShopHours }) {
  const today = businessDay(shop, useNow("minute"));
  const [choice, setChoice] = useState<(typeof RANGES)[number]>("this");
  const { live } = useFreshness();
  const answer = useQuery(api.reports.people.mine, daysOf(choice, today));
  const own = answer?.ok === true ? answer.people[0] : undefined;
  return (
    <Card title={words.title}>
      <Segmented
        label={strings.range}
        className="mt-3 sm:w-fit sm:whitespace-nowrap"
        options={RANGES.map((one) => ({
          value: one,
          label: strings.ranges[one],
        }))}
        value={choice}
        onChange={setChoice}
      />
      {answer === undefined ? (
        <Skeleton label={strings.loading} className="mt-5">
          <Bone className="h-16" />
        </Skeleton>
      ) : own !== undefined && hasWorked(own.sums) ? (
        <FigureList figures={figuresOf(own.sums)} stale={!live} />
      ) : (
        <p className="mt-5 text-ink-2">
          {answer.ok ? words.none : strings.notShown}
        </p>
      )}
    </Card>
  );
}
