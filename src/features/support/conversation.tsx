/** The messages of one thread, newest last. New ones are announced. */
import { useState } from "react";
import { cn } from "../../lib/cn";
import { momentOf } from "../../lib/time/format";
import type { List } from "../../lib/server/use-list";
import { support } from "../../strings/support";
import { More } from "../../ui/more";
import { Bone, Skeleton } from "../../ui/skeleton";
import type { Shown } from "./types";

const { thread: strings } = support;

/** While the thread itself loads. */
export function ThreadSkeleton() {
  return (
    <Skeleton label={support.loading} className="grid gap-3">
      <Bone className="h-8 w-2/3" />
      <Bone className="h-64 rounded-lg" />
    </Skeleton>
  );
}

export function Conversation(props: {
  messages: readonly Shown[] | undefined;
  list: Pick<List<unknown>, "more" | "isLoadingMore">;
  timeZone?: string;
}) {
  const { messages, list, timeZone } = props;
  if (messages === undefined) {
    return (
      <Skeleton label={support.loading} className="mt-4 grid grid-cols-1 gap-3">
        <Bone className="h-20 w-3/4" />
        <Bone className="ml-auto h-16 w-3/4" />
      </Skeleton>
    );
  }
  return (
    <>
      <Arrived newest={messages[0] ?? null} />
      <More list={list} className="mt-4 w-full">
        {strings.earlier}
      </More>
      <ol aria-label={strings.messages} className="mt-4 grid gap-3">
        {messages.toReversed().map((message) => (
          <Message
            key={message.messageId}
            message={message}
            timeZone={timeZone}
          />
        ))}
      </ol>
    </>
  );
}

function Message(props: { message: Shown; timeZone?: string }) {
  const { message, timeZone } = props;
  const { isMine, from, at, text } = message;
  return (
    <li
      className={cn(
        "max-w-[min(100%,40rem)] min-w-0 rounded-lg px-4 py-3",
        isMine
          ? "ml-auto bg-brand-soft text-ink"
          : "mr-auto border border-line bg-sunken",
      )}
    >
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
        <bdi className="font-semibold wrap-anywhere">{from}</bdi>
        <time dateTime={new Date(at).toISOString()} className="tab">
          {momentOf(at, timeZone)}
        </time>
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
    </li>
  );
}

function Arrived({ newest }: { newest: Shown | null }) {
  const [known, setKnown] = useState(newest);
  const [arrived, setArrived] = useState<Shown | null>(null);
  if (newest !== null && newest.messageId !== known?.messageId) {
    setKnown(newest);
    setArrived(newest.isMine ? null : newest);
  }
  return (
    <p role="status" className="sr-only">
      {/* A new element each time: the same words again would not be read. */}
      {arrived !== null && (
        <span key={arrived.messageId}>{strings.arrived(arrived.from)}</span>
      )}
    </p>
  );
}
