/** The product's server: its figures, and its functions. */
import { momentOf } from "../../lib/time/format";
import { number } from "../../strings/language/intl";
import { operations } from "../../strings/admin/operations";
import { Card } from "../../ui/card";
import { sizeText, timeText } from "./amounts";
import { SmallTable } from "./small-table";
import type { Look } from "./use-look";

const { server: strings, functions } = operations;

type Figures = Extract<Look["server"], { kind: "figures" }>["figures"];

export function ServerCard({ server }: { server: Look["server"] }) {
  return (
    <Card title={strings.title}>
      {server.kind === "elsewhere" && (
        <>
          <p className="mt-2 text-ink-2">{strings.elsewhere}</p>
          <a
            href="https://dashboard.convex.dev"
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {strings.dashboard}
          </a>
        </>
      )}
      {server.kind === "away" && (
        <p className="mt-2 text-ink-2">{strings.away}</p>
      )}
      {server.kind === "figures" && <Facts figures={server.figures} />}
    </Card>
  );
}

function Facts({ figures }: { figures: Figures }) {
  const { backupAt, freeBytes, diskBytes } = figures;
  const facts = [
    [strings.started, momentOf(figures.startedAt)],
    [strings.backup, backupAt === null ? strings.noBackup : momentOf(backupAt)],
    [strings.free, strings.ofSize(sizeText(freeBytes), sizeText(diskBytes))],
    [strings.database, sizeText(figures.databaseBytes + figures.journalBytes)],
    [strings.memory, sizeText(figures.memoryBytes)],
    [strings.loop, timeText(figures.loopP99Ms)],
    [strings.jobs, number(figures.jobsDue)],
    [strings.mutations, number(figures.mutationsWaiting)],
    [strings.actions, number(figures.actionsRunning)],
    [strings.subscriptions, number(figures.subscriptions)],
  ] as const;
  return (
    <dl className="mt-2 divide-y divide-line">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 py-2.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-right font-semibold tab">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FunctionsCard({ figures }: { figures: Figures }) {
  return (
    <Card title={functions.title}>
      <p className="mt-1 text-ink-2">
        {functions.meaning(number(figures.calls), number(figures.failed))}
      </p>
      <SmallTable
        caption={functions.caption}
        head={[
          functions.name,
          functions.calls,
          functions.failed,
          functions.p99,
        ]}
        rows={figures.functions.map(({ name, kind, calls, failed, p99Ms }) => ({
          name,
          note: kind,
          figures: [
            number(calls),
            number(failed),
            p99Ms === null ? functions.none : timeText(p99Ms),
          ],
          bad: failed > 0 ? 1 : undefined,
        }))}
      />
    </Card>
  );
}
