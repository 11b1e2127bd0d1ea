/** What is wrong and what to do about it, in plain words; or that all is well. */
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { momentOf } from "../../lib/moment";
import { operations } from "../../texts/operations";
import { Banner } from "../../ui/banner";
import { countText, sizeText, timeText } from "./amounts";
import type { Look } from "./use-look";

const { trouble: texts } = operations;

/** Spoken when it changes. */
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
          <p className="text-sm">{texts[kind].todo}</p>
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
      return texts[kind].what;
    case "serverUnwell":
      return `${texts.serverUnwell.what} ${figures?.trouble ?? ""}`;
    case "diskLow":
      return texts.diskLow.what(sizeText(figures?.freeBytes ?? 0));
    case "serverSlow":
      return texts.serverSlow.what(timeText(figures?.loopP99Ms ?? 0));
    case "jobsLate":
      return texts.jobsLate.what(timeText(figures?.jobsLateMs ?? 0));
    case "clockStopped":
      return texts.clockStopped.what(momentOf(product.countedAt ?? 0));
    case "alarmsLate":
      return texts.alarmsLate.what(countText(product.alarmsLate));
    case "upkeepStopped":
      return texts.upkeepStopped.what(
        product.upkeep
          .filter(({ failures }) => failures > 0)
          .map(({ job, failures }) => texts.tries(job, failures))
          .join(", "),
      );
    case "upkeepPassed":
      return texts.upkeepPassed.what(
        product.upkeep
          .filter(({ rows }) => rows > 0)
          .map(({ job, rows }) => texts.rows(job, rows))
          .join(", "),
      );
    case "cronsFailing":
      return texts.cronsFailing.what(figures?.failingCrons.join(", ") ?? "");
    case "mailsLate":
      return texts.mailsLate.what(timeText(mails.lateMs));
    case "textsLate":
      return texts.textsLate.what(timeText(ofTexts.lateMs));
    case "calendarsLate":
      return texts.calendarsLate.what(timeText(calendars.lateMs));
    case "mailsFailed":
      return texts.mailsFailed.what(countText(mails.failed));
    case "textsFailed":
      return texts.textsFailed.what(countText(ofTexts.failed));
    case "callsFailed":
      return texts.callsFailed.what(countText(figures?.failed ?? 0));
    case "backupOld":
      return texts.backupOld.what(momentOf(figures?.backupAt ?? 0));
  }
}
