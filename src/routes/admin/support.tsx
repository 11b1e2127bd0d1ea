/** /admin/support: the owners' support threads, filtered by status and owner; `?thread=` opens one. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { SupportStatus } from "../../../convex/support/rules/threads";
import { AdminPage } from "../../features/shell/admin-page";
import { AdminList } from "../../features/support/admin-list";
import { AdminThread } from "../../features/support/admin-thread";
import { MessageForm } from "../../features/support/message-form";
import { adminPaths } from "../../lib/address/admin-paths";
import { adminThreadPath, THREAD } from "../../lib/address/support-paths";
import { useAddressSearch } from "../../lib/address/use-address-search";
import { useSendsMail } from "../../lib/server/use-sends-mail";
import { helpdesk as strings } from "../../strings/admin/helpdesk";
import { support } from "../../strings/support";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { SearchForm } from "../../ui/fields/search-form";
import { Select } from "../../ui/fields/select";

const STATUSES: readonly SupportStatus[] = ["open", "pending", "resolved"];
const MAX_FIND = 254;

export default function AdminSupport() {
  const [search] = useSearchParams();
  const threadId = search.get(THREAD);
  if (threadId === null) return <All />;
  return (
    <AdminPage
      key={threadId}
      title={strings.title}
      back={{ to: adminPaths.support, label: strings.back }}
    >
      <CardBoundary text={support.thread.gone}>
        <AdminThread threadId={threadId} />
      </CardBoundary>
    </AdminPage>
  );
}

function All() {
  const [search, change] = useAddressSearch();
  const of = search.get("of") ?? "";
  const status = STATUSES.find((one) => one === search.get("status")) ?? null;
  return (
    <AdminPage title={strings.title}>
      <div className="flex flex-wrap items-end gap-3">
        <SearchForm
          asked={of}
          words={strings}
          maxLength={MAX_FIND}
          onAsk={(text) => change({ of: text })}
        />
        <Select
          label={strings.filter}
          value={status ?? ""}
          className="w-44"
          options={[
            { value: "", label: strings.all },
            ...STATUSES.map((one) => ({
              value: one,
              label: strings.status[one],
            })),
          ]}
          onPick={(picked) => change({ status: picked })}
        />
      </div>
      <AdminList
        status={status}
        of={of}
        onClear={() => change({ of: null, status: null })}
      />
      <Write />
    </AdminPage>
  );
}

function Write() {
  const write = useMutation(api.support.admin.write);
  const byMail = useSendsMail();
  // An admin who has left this page meanwhile stays where they are.
  const [sentAs, setSentAs] = useState<string | null>(null);
  if (sentAs !== null) return <Navigate to={adminThreadPath(sentAs)} />;
  return (
    <Card title={strings.write} className="max-w-3xl p-4 sm:p-5 lg:p-6">
      <p className="mt-1 text-ink-2">{strings.writeMeaning(byMail)}</p>
      <MessageForm
        draft="admin"
        asks={["email", "subject"]}
        label={support.form.message}
        verb={support.form.send}
        said={support.form.sent}
        send={async (given) => {
          const sent = await write(given);
          if (!sent.ok) return sent;
          setSentAs(sent.threadId);
          return null;
        }}
      />
    </Card>
  );
}
