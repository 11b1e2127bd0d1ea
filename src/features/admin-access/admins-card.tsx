/** The platform's admins: the list, adding one, and removing one (product.md O11). */
import { useMutation, useQuery } from "convex/react";
import { ShieldCheck, ShieldOff, UserPlus } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useConfirmed } from "../../lib/server/confirmed";
import { momentOf } from "../../lib/time/format";
import { adminAccess } from "../../strings/admin/admin-access";
import { errorText, refusalText } from "../../strings/refusals/admin";
import { isolated } from "../../strings/language/intl";
import { Badge, Tag } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Confirm } from "../../ui/windows/confirm";
import { EmailField } from "../../ui/fields/email-field";
import { Bone } from "../../ui/skeleton";
import { showError, showSuccess } from "../../ui/toast";
import { fieldOf } from "../../lib/read-form";

const { security: strings } = adminAccess;

type Admin = FunctionReturnType<typeof api.admin.admins.list>[number];

export function AdminsCard({ userId }: { userId: string }) {
  const admins = useQuery(api.admin.admins.list);
  if (admins === undefined) return <Bone className="h-64 rounded-lg" />;
  const active = admins.filter(({ waits }) => !waits).length;
  return (
    <Card
      title={strings.admins}
      action={<p className="text-ink-2 tab">{strings.count(active)}</p>}
    >
      <ul className="mt-3 grid divide-y divide-line">
        {admins.map((admin) => (
          <Row
            key={admin.userId}
            admin={admin}
            isOwn={admin.userId === userId}
            isLast={!admin.waits && active === 1}
          />
        ))}
      </ul>
      <Grant />
    </Card>
  );
}

function Row({
  admin: { userId, email, grantedBy, grantedAt, hasSecondFactor, waits },
  isOwn,
  isLast,
}: {
  admin: Admin;
  isOwn: boolean;
  isLast: boolean;
}) {
  const revoke = useMutation(api.admin.admins.revoke);
  const confirmed = useConfirmed();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);

  const take = async () => {
    setBusy(true);
    try {
      const answer = await confirmed(() => revoke({ userId }));
      if (answer?.ok === true) showSuccess(strings.revoked);
      else if (answer !== null) showError(refusalText(answer));
    } catch (error) {
      showError(errorText(error, strings.revokeFailed));
    }
    setBusy(false);
    setAsks(false);
  };

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <bdi>{email}</bdi>
          {isOwn && <Tag tone="slate">{strings.you}</Tag>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {strings.since(momentOf(grantedAt))}
          {" · "}
          {grantedBy === null
            ? strings.fromServer
            : strings.grantedBy(isolated(grantedBy))}
        </p>
        {waits && <p className="text-sm text-ink-2">{strings.waits}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Badge
          tone={hasSecondFactor ? "green" : "amber"}
          icon={hasSecondFactor ? ShieldCheck : ShieldOff}
        >
          {hasSecondFactor ? strings.withFactor : strings.withoutFactor}
        </Badge>
        {!isLast && (
          <Button
            size="field"
            variant="outlineDanger"
            aria-label={strings.revokeOf(email)}
            onClick={() => setAsks(true)}
          >
            {strings.revoke}
          </Button>
        )}
      </div>
      <Confirm
        open={asks}
        title={strings.revokeTitle(isolated(email))}
        question={isOwn ? strings.revokeOwn : strings.revokeQuestion}
        verb={strings.revoke}
        busy={busy}
        onConfirm={() => void take()}
        onCancel={() => setAsks(false)}
      />
    </li>
  );
}

function Grant() {
  const grant = useMutation(api.admin.admins.grant);
  const confirmed = useConfirmed();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = fieldOf(form, "email");
    setBusy(true);
    setError(null);
    try {
      const answer = await confirmed(() => grant({ email }));
      if (answer?.ok === true) {
        showSuccess(answer.waits ? strings.grantWaits : strings.granted);
        form.reset();
      } else if (answer !== null) setError(refusalText(answer));
    } catch (thrown) {
      setError(errorText(thrown, strings.grantFailed));
    }
    setBusy(false);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-2 flex flex-wrap items-end gap-3 border-t border-line pt-4"
    >
      <EmailField
        className="min-w-0 grow basis-72"
        label={strings.email}
        hint={strings.grantMeaning}
        autoComplete="off"
        error={error}
      />
      <Button
        type="submit"
        variant="primary"
        size="field"
        icon={UserPlus}
        busy={busy}
      >
        {strings.grant}
      </Button>
    </form>
  );
}
