/** The customers' feedback (product.md C11). */
import { totalOf, type Sums } from "../../../convex/reports/rules/sums";
import { reports } from "../../strings/reports";
import { Bar } from "../../ui/bar";
import { Card } from "../../ui/card";
import { MIN_FOR_SHARE } from "./figures";
import { ofWords, shareWords } from "./words";

const { feedback: strings } = reports;

const RATINGS = [
  { key: "great", look: "bg-completed-fg" },
  { key: "ok", look: "bg-skipped-fg" },
  { key: "notGood", look: "bg-noshow-fg" },
] as const;

export function FeedbackCard({ sums }: { sums: Sums }) {
  const total = totalOf(sums);
  const answers = total.great + total.ok + total.notGood;
  return (
    <Card title={strings.title}>
      {answers === 0 ? (
        <p className="mt-1 text-ink-2">{strings.none}</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-2">{strings.answers(answers)}</p>
          <dl className="mt-4 grid gap-4">
            {RATINGS.map(({ key, look }) => (
              <div key={key} className="relative flex justify-between pb-3">
                <dt className="font-semibold">{strings[key]}</dt>
                <dd className="tab">
                  <b>{ofWords(total[key], answers)}</b>
                  {answers >= MIN_FOR_SHARE && (
                    <span className="text-ink-2">
                      {" "}
                      ({shareWords(total[key] / answers)})
                    </span>
                  )}
                  <div className="absolute inset-x-0 bottom-0">
                    <Bar share={total[key] / answers} className={look} />
                  </div>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  );
}
