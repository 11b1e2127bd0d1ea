/** The platform's admins: the list, adding one, and removing one (product.md O11). */
import { useMutation, useQuery } from "convex/react";
import { ShieldCheck, ShieldOff, UserPlus } from "lucide-react";
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useCall, whyNot } from "../../lib/server/use-call";
import { useConfirmed } from "../../lib/server/confirmed";
import { momentOf } from "../../lib/time/format";
import { adminAccess } from "../../strings/admin/admin-access";
import * as words from "../../strings/refusals/admin";
import { isolated } from "../../strings/language/intl";
import { Badge, Tag } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Confirm } from "../../ui/windows/confirm";
import { EmailField } from "../../ui/fields/email-field";
import { Form } from "../../ui/fields/form";
import { Bone } from "../../ui/skeleton";
import { showSuccess } from "../../ui/toast";
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

function Row(props: { admin: Admin; isOwn: boolean; isLast: boolean }) {
  const { admin, isOwn, isLast } = props;
  const { userId, email, grantedBy, grantedAt, hasSecondFactor, waits } = admin;
  const revoke = useMutation(api.admin.admins.revoke);
  const confirmed = useConfirmed();
  const [asks, setAsks] = useState(false);

  const take = () =>
    whyNot(
      words,
      strings.revokeFailed,
      () => confirmed(() => revoke({ userId })),
      (done) => {
        if (done) showSuccess(strings.revoked);
      },
    );

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
        onConfirm={take}
        onCancel={() => setAsks(false)}
      />
    </li>
  );
}

function Grant() {
  const grant = useMutation(api.admin.admins.grant);
  const confirmed = useConfirmed();
  const { busy, refusal, setRefusal, send } = useCall(
    words,
    strings.grantFailed,
  );

  const submit = async (form: HTMLFormElement) => {
    const email = fieldOf(form, "email");
    await send(
      () => confirmed(() => grant({ email })),
      (done) => {
        if (done === null) return;
        showSuccess(done.waits ? strings.grantWaits : strings.granted);
        form.reset();
      },
    );
  };

  return (
    <Form
      onSubmit={submit}
      onInput={() => setRefusal(null)}
      className="mt-2 flex flex-wrap items-end gap-3 border-t border-line pt-4"
    >
      <EmailField
        className="min-w-0 grow basis-72"
        label={strings.email}
        hint={strings.grantMeaning}
        autoComplete="off"
        error={refusal}
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
    </Form>
  );
}
