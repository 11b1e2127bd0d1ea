/** The content of /support under its heading: an owner's plan and account with all threads, or one thread. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { MessageForm } from "../../features/support/message-form";
import { OwnList } from "../../features/support/own-list";
import { OwnThread } from "../../features/support/own-thread";
import type { Business } from "../../features/shell/types";
import { useMay } from "../../lib/account/role";
import { paths } from "../../lib/address/paths";
import { supportThreadPath, THREAD } from "../../lib/address/support-paths";
import { useSendsMail } from "../../lib/server/use-sends-mail";
import { support as strings } from "../../strings/support";
import { BackLink } from "../../ui/back-link";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { AccountCard } from "./account-card";
import { PlanCard } from "./plan-card";

type Props = { email: string; business: Business };

export default function Matters(props: Props) {
  const { timezone: timeZone } = props.business;
  const [search] = useSearchParams();
  const threadId = search.get(THREAD);
  const owns = useMay("ownShop");
  if (threadId === null) {
    return (
      <>
        {owns && <PlanCard business={props.business} />}
        <Messages business={props.business} />
        {owns && <AccountCard email={props.email} />}
      </>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <BackLink to={paths.support}>{strings.thread.back}</BackLink>
      <div className="w-full min-w-0">
        <CardBoundary key={threadId} text={strings.thread.gone}>
          <OwnThread threadId={threadId} timeZone={timeZone} />
        </CardBoundary>
      </div>
    </div>
  );
}

function Messages({ business }: Pick<Props, "business">) {
  const send = useMutation(api.support.owner.send);
  const byMail = useSendsMail();
  // A user who has left this page meanwhile stays where they are.
  const [sentAs, setSentAs] = useState<string | null>(null);
  if (sentAs !== null) return <Navigate to={supportThreadPath(sentAs)} />;
  return (
    <>
      <CardBoundary text={strings.failed}>
        <OwnList timeZone={business.timezone} />
      </CardBoundary>
      <Card title={strings.form.title}>
        <p className="mt-1 text-ink-2">{strings.form.meaning(byMail)}</p>
        <MessageForm
          draft={business.businessId}
          asks={["subject"]}
          label={strings.form.message}
          verb={strings.form.send}
          said={strings.form.sent}
          send={async ({ subject, text }) => {
            const sent = await send({ subject, text });
            if (!sent.ok) return sent;
            setSentAs(sent.threadId);
            return null;
          }}
        />
      </Card>
    </>
  );
}
