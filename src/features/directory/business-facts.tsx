/** The facts about a business that admins need on the phone. */
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { phoneGrouped } from "../../lib/address/phone-href";
import { momentOf } from "../../lib/time/format";
import { directory } from "../../strings/admin/directory";
import { IconButton } from "../../ui/icon-button";
import { Card } from "../../ui/card";
import { showError, showSuccess } from "../../ui/toast";
import type { Business } from "./types";

const { business: strings } = directory;

export function BusinessFacts({ business }: { business: Business }) {
  const { businessId, owner, phone, timezone, createdAt } = business;
  const { setupCompletedAt } = business;
  return (
    <Card title={strings.facts}>
      <Facts>
        <Fact name={strings.owner}>
          <Copied text={owner.email} />
        </Fact>
        <Fact name={strings.phone}>
          {phone === null ? strings.notSet : <bdi>{phoneGrouped(phone)}</bdi>}
        </Fact>
        <Fact name={strings.timezone}>{timezone}</Fact>
        <Fact name={strings.created}>{momentOf(createdAt, timezone)}</Fact>
        <Fact name={strings.setUp}>
          {setupCompletedAt === null
            ? strings.notSetUp
            : momentOf(setupCompletedAt, timezone)}
        </Fact>
        <Fact name={strings.id}>
          <Copied text={businessId} />
        </Fact>
        <Fact name={strings.ownerId}>
          <Copied text={owner.userId} />
        </Fact>
      </Facts>
    </Card>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="mt-2 divide-y divide-line">{children}</dl>;
}

export function Fact(props: { name: ReactNode; children: ReactNode }) {
  const { name, children } = props;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 py-1.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function Copied({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showSuccess(strings.copied),
      () => showError(strings.notCopied),
    );
  return (
    <span className="flex items-center gap-1">
      <bdi className="min-w-0">{text}</bdi>
      <IconButton
        label={`${strings.copy} ${text}`}
        title={strings.copy}
        icon={Copy}
        className="-my-2 -mr-3"
        onClick={() => void copy()}
      />
    </span>
  );
}
