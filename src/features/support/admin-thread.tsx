/** One support thread for admins: owner, status, messages and the answer form. */
import { useMutation, useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { SupportStatus } from "../../../convex/support/rules/threads";
import { adminBusinessPath } from "../../lib/address/admin-paths";
import { useCall } from "../../lib/server/use-call";
import { useFreshness } from "../../lib/server/connection";
import { useList } from "../../lib/server/use-list";
import { useSendsMail } from "../../lib/server/use-sends-mail";
import { helpdesk as strings } from "../../strings/admin/helpdesk";
import * as words from "../../strings/support";
import { Select } from "../../ui/fields/select";
import { showError, showSuccess } from "../../ui/toast";
import { Conversation, ThreadSkeleton } from "./conversation";
import { MessageForm } from "./message-form";
import type { Thread } from "./types";
import { useSeen } from "./use-seen";

const FIRST = 20;
const STATUSES: readonly SupportStatus[] = ["open", "pending", "resolved"];

export function AdminThread({ threadId }: { threadId: string }) {
  const thread = useQuery(api.support.admin.thread, { threadId });
  const found = useList(api.support.admin.messages, { threadId }, FIRST);
  const markRead = useMutation(api.support.admin.markRead);
  const answer = useMutation(api.support.admin.answer);
  const byMail = useSendsMail();
  useSeen(thread?.isUnread === true, () => markRead({ threadId }));
  if (thread === undefined) return <ThreadSkeleton />;
  const { businessId, businessName, email, subject } = thread;
  return (
    <section
      aria-labelledby="matter"
      className="max-w-3xl min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5 lg:p-6"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2
            id="matter"
            className="text-lg font-bold tracking-tight wrap-anywhere"
          >
            <bdi>{subject}</bdi>
          </h2>
          <p className="wrap-anywhere text-ink-2">
            <Link
              to={adminBusinessPath(businessId)}
              className="-my-2.5 inline-block py-2.5 font-semibold text-brand-text underline underline-offset-4"
            >
              <bdi>{businessName}</bdi>
            </Link>{" "}
            <bdi>{email}</bdi>
          </p>
        </div>
        <Status thread={thread} />
      </div>
      <Conversation
        list={found}
        messages={found.rows?.map(({ messageId, at, text, by, email }) => ({
          ...{ messageId, at, text },
          isMine: by === "admin",
          from: by === "admin" ? (email ?? strings.someAdmin) : businessName,
        }))}
      />
      <MessageForm
        draft={threadId}
        label={strings.answer}
        hint={strings.answerMeaning(byMail)}
        verb={strings.send}
        said={strings.answered}
        send={async ({ text }) => {
          const sent = await answer({ threadId, text });
          return sent.ok ? null : sent;
        }}
      />
    </section>
  );
}

function Status({ thread: { threadId, status } }: { thread: Thread }) {
  const { live } = useFreshness();
  const setStatus = useMutation(api.support.admin.setStatus);
  const { send } = useCall(words, strings.statusFailed, showError);
  const choose = (wanted: SupportStatus) =>
    send(
      () => setStatus({ threadId, status: wanted }),
      () => showSuccess(strings.statusSet(strings.status[wanted])),
    );
  return (
    <Select
      label={strings.setStatus}
      value={status}
      disabled={!live}
      className="w-44"
      options={STATUSES.map((one) => ({
        value: one,
        label: strings.status[one],
      }))}
      onPick={(next) => void choose(next)}
    />
  );
}
