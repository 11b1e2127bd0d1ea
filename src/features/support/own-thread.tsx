/** One support thread for its owner: the messages, and the reply form. */
import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useList } from "../../lib/server/use-list";
import { support } from "../../strings/support";
import { Conversation, ThreadSkeleton } from "./conversation";
import { MessageForm } from "./message-form";
import { StatusBadge } from "./status-badge";
import { useSeen } from "./use-seen";

const { thread: strings, form } = support;

const FIRST = 20;

export function OwnThread(props: { threadId: string; timeZone: string }) {
  const { threadId, timeZone } = props;
  const thread = useQuery(api.support.owner.thread, { threadId });
  const found = useList(api.support.owner.messages, { threadId }, FIRST);
  const markRead = useMutation(api.support.owner.markRead);
  const reply = useMutation(api.support.owner.reply);
  useSeen(thread?.isUnread === true, () => markRead({ threadId }));
  if (thread === undefined) return <ThreadSkeleton />;
  const { subject, status } = thread;
  return (
    <section
      aria-labelledby="matter"
      className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5 lg:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2
          id="matter"
          className="min-w-0 text-lg font-bold tracking-tight wrap-anywhere"
        >
          <bdi>{subject}</bdi>
        </h2>
        <StatusBadge status={status} words={support.status} />
      </div>
      <Conversation
        list={found}
        messages={found.rows?.map(({ messageId, at, text, by }) => ({
          ...{ messageId, at, text },
          isMine: by === "owner",
          from: by === "owner" ? strings.you : strings.support,
        }))}
        timeZone={timeZone}
      />
      <MessageForm
        draft={threadId}
        label={form.reply}
        hint={status === "resolved" ? strings.reopens : undefined}
        verb={form.sendReply}
        said={form.sent}
        send={async ({ text }) => {
          const sent = await reply({ threadId, text });
          return sent.ok ? null : sent;
        }}
      />
    </section>
  );
}
