/** Problems with advice in plain words, or that all is well. */
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { momentOf } from "../../lib/time/format";
import { number } from "../../strings/language/intl";
import { operations } from "../../strings/admin/operations";
import { Banner } from "../../ui/banner";
import { sizeText, timeText } from "./amounts";
import type { Look } from "./use-look";

const { trouble: strings } = operations;

/** Announced when it changes. */
export function Troubles({ look }: { look: Look }) {
  const { troubles } = look;
  return (
    <section
      role="status"
      aria-label={operations.troubles}
      className="grid gap-3"
    >
      {troubles.length === 0 && (
        <Banner tone="info" icon={CircleCheck} spoken={false}>
          {operations.well}
        </Banner>
      )}
      {troubles.map(({ kind, isUrgent }) => (
        <Banner
          key={kind}
          tone={isUrgent ? "danger" : "warn"}
          icon={isUrgent ? CircleAlert : TriangleAlert}
          spoken={false}
        >
          <p className="font-semibold wrap-anywhere">{whatOf(kind, look)}</p>
          <p className="text-sm">{strings[kind].todo}</p>
        </Banner>
      ))}
    </section>
  );
}

type Kind = Look["troubles"][number]["kind"];

function whatOf(kind: Kind, { product, server }: Look): string {
  const figures = server.kind === "figures" ? server.figures : null;
  const { mails, texts: ofTexts, calendars } = product;
  switch (kind) {
    case "serverAway":
    case "backupUnknown":
      return strings[kind].what;
    case "serverUnwell":
      return `${strings.serverUnwell.what} ${figures?.trouble ?? ""}`;
    case "diskLow":
      return strings.diskLow.what(sizeText(figures?.freeBytes ?? 0));
    case "serverSlow":
      return strings.serverSlow.what(timeText(figures?.loopP99Ms ?? 0));
    case "jobsLate":
      return strings.jobsLate.what(timeText(figures?.jobsLateMs ?? 0));
    case "clockStopped":
      return strings.clockStopped.what(momentOf(product.countedAt ?? 0));
    case "alarmsLate":
      return strings.alarmsLate.what(number(product.alarmsLate));
    case "upkeepStopped":
      return strings.upkeepStopped.what(
        product.upkeep
          .filter(({ failures }) => failures > 0)
          .map(({ job, failures }) => strings.tries(job, failures))
          .join(", "),
      );
    case "upkeepPassed":
      return strings.upkeepPassed.what(
        product.upkeep
          .filter(({ rows }) => rows > 0)
          .map(({ job, rows }) => strings.rows(job, rows))
          .join(", "),
      );
    case "cronsFailing":
      return strings.cronsFailing.what(figures?.failingCrons.join(", ") ?? "");
    case "mailsLate":
      return strings.mailsLate.what(timeText(mails.lateMs));
    case "textsLate":
      return strings.textsLate.what(timeText(ofTexts.lateMs));
    case "calendarsLate":
      return strings.calendarsLate.what(timeText(calendars.lateMs));
    case "mailsFailed":
      return strings.mailsFailed.what(number(mails.failed));
    case "textsFailed":
      return strings.textsFailed.what(number(ofTexts.failed));
    case "callsFailed":
      return strings.callsFailed.what(number(figures?.failed ?? 0));
    case "backupOld":
      return strings.backupOld.what(momentOf(figures?.backupAt ?? 0));
  }
}
