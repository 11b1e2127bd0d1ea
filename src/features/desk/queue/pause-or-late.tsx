/** Pauses the shown queues, or announces that the shop runs late. The same button then ends it (product.md F5). */
import { useConvex } from "convex/react";
import { Clock, Pause, Play, type LucideIcon } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import {
  minutesLate,
  type Notice,
} from "../../../../convex/business/rules/notice";
import { cn } from "../../../lib/cn";
import { maySend } from "../../../lib/server/convex-client";
import { newRequestKey } from "../../../lib/server/request-key";
import { serverNow } from "../../../lib/server/server-clock";
import { timeOf } from "../../../lib/time/format";
import { useNow } from "../../../lib/time/use-now";
import { dashboard } from "../../../strings/dashboard";
import { errorText } from "../../../strings/refusals/owner";
import { Menu } from "../../../ui/menu";
import type { Board } from "../types";
import { lastWords } from "../../../ui/last-words";

const { desk: strings } = dashboard;

/** The choices in minutes. null lasts until staff resume. */
const CHOICES = [15, 30, 60, null] as const;
/** How late, in minutes, and for how long that is said. */
const LATE = [15, 30, 45, 60] as const;
const LASTS = 60;

/** A button for something that customers are told or notice. */
export const WARNS = "border-transparent bg-warn-soft text-warn-text off-box";

type Props = {
  boards: readonly Board[];
  shop: { notice: Notice | null; timezone: string };
  wide: boolean;
};

/** One place for the button. The one that takes it over from another takes the focus, too. */
export function PauseOrLate(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const isFocused = useRef(false);
  useLayoutEffect(() => {
    const isLost =
      isFocused.current && document.activeElement === document.body;
    if (isLost) place.current?.querySelector("button")?.focus();
  });
  return (
    <div
      ref={place}
      className="contents"
      onFocus={() => {
        isFocused.current = true;
      }}
      onBlur={() => {
        isFocused.current = false;
      }}
    >
      <Choice {...props} />
    </div>
  );
}

function Choice(props: Props) {
  const { boards, shop, wide } = props;
  const convex = useConvex();
  const late = minutesLate(shop.notice, useNow("minute"));
  /** @param said without an offer of Undo, which would say it */
  const send = (mutations: () => Promise<unknown>[], said?: string) => {
    // They would wait for the connection and run later, unexpectedly.
    if (!maySend(convex)) return lastWords.refused(strings.notDone);
    Promise.all(mutations())
      .then(() => said !== undefined && lastWords.done(said))
      .catch((error: unknown) =>
        lastWords.refused(errorText(error, strings.failed)),
      );
  };
  const key = () => ({ requestKey: newRequestKey() });
  const pause = (minutes: number | null) => {
    const until = minutes === null ? null : serverNow() + minutes * 60_000;
    const { setPause } = api.desk.queues;
    send(() =>
      boards.map(({ queueId }) =>
        convex.mutation(setPause, { queueId, until, ...key() }),
      ),
    );
  };
  const resume = (all: readonly Board[]) =>
    send(() =>
      all.map(({ queueId }) =>
        convex.mutation(api.desk.queues.resume, { queueId, ...key() }),
      ),
    );
  const paused = boards.filter((board) => board.pause !== null);
  const somePaused = paused.length > 0;
  if (somePaused && paused.length === boards.length) {
    const until = paused[0]?.pause?.until ?? null;
    return (
      <EndButton
        icon={Play}
        verb={strings.resume}
        more={
          until === null ? null : strings.until(timeOf(until, shop.timezone))
        }
        onClick={() => resume(paused)}
      />
    );
  }
  if (late > 0 && !somePaused) {
    const { clearNotice } = api.profile.businesses;
    return (
      <EndButton
        icon={Clock}
        verb={strings.late(late)}
        more={strings.inTime}
        onClick={() =>
          send(() => [convex.mutation(clearNotice, key())], strings.inTime)
        }
      />
    );
  }
  return (
    <Menu
      label={strings.pauseOrLate}
      disabled={boards.length === 0}
      button={{
        text: somePaused
          ? strings.somePaused(paused.length)
          : wide
            ? strings.pauseOrLate
            : strings.pause,
        icon: Pause,
      }}
      className={cn("tool acts max-sm:px-3", somePaused && WARNS)}
      items={[
        ...paused.map((board) => ({
          label: strings.resumeOne(board.name),
          icon: Play,
          onSelect: () => resume([board]),
        })),
        ...CHOICES.map((minutes, at) => ({
          label:
            minutes === null
              ? strings.pauseOpen
              : strings.pauseMinutes(minutes),
          icon: Pause,
          ...(at === 0 && { heading: strings.pauseMeaning }),
          onSelect: () => pause(minutes),
        })),
        ...LATE.map((minutes, at) => ({
          label: strings.late(minutes),
          icon: Clock,
          ...(at === 0 && { heading: strings.lateMeaning }),
          onSelect: () => {
            const args = { minutes, lasts: LASTS, ...key() };
            const { setNotice } = api.profile.businesses;
            send(
              () => [convex.mutation(setNotice, args)],
              strings.late(minutes),
            );
          },
        })),
      ]}
    />
  );
}

function EndButton(props: {
  icon: LucideIcon;
  verb: string;
  more: string | null;
  onClick: () => void;
}) {
  const { icon: Icon, verb, more, onClick } = props;
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        "tool acts inline-flex items-center gap-2 rounded-md border-2 px-3 text-left leading-5 font-semibold",
        WARNS,
      )}
    >
      <Icon className="size-5 shrink-0" />
      <span>
        <span className="block">{verb}</span>
        {more !== null && <span className="block text-sm tab">{more}</span>}
      </span>
    </button>
  );
}
