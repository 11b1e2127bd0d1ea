/** Pauses and resumes a queue, and announces that the shop runs late (product.md F5). */
import { useConvex } from "convex/react";
import { Clock, Pause, Play, type LucideIcon } from "lucide-react";
import { api } from "../../../../convex/_generated/api";
import {
  minutesLate,
  type Notice,
} from "../../../../convex/business/rules/notice";
import { timeOf } from "../../../lib/time/format";
import { newRequestKey } from "../../../lib/server/request-key";
import { serverNow } from "../../../lib/server/server-clock";
import { useNow } from "../../../lib/time/use-now";
import { dashboard as strings } from "../../../strings/dashboard";
import { errorText } from "../../../strings/refusals/owner";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { Menu } from "../../../ui/menu";
import { passFocus } from "../../../ui/pass-focus";
import { deskToasts } from "../desk-toasts";
import type { Board, OnDutyProps, UndoPlace } from "../types";
import { useQueueChange } from "./use-queue-change";

/** The choices in minutes. null lasts until staff resume. */
const CHOICES = [15, 30, 60, null] as const;
/** How late the shop can be announced from here, in minutes, and for how long. The profile page has more choices. */
const LATE = [15, 30] as const;
const LASTS = 60;

async function noticeSent(answer: Promise<null>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    deskToasts.error(errorText(error, strings.desk.failed));
  }
}

/** 'Pause' with its length. While paused, the same choices change the end. */
export function PauseButton({
  board: { queueId },
  undoPlace,
  disabled,
}: OnDutyProps) {
  const convex = useConvex();
  const tell = useQueueChange(undoPlace);
  const pause = (minutes: number | null) => {
    const until = minutes === null ? null : serverNow() + minutes * 60_000;
    const args = { queueId, until, requestKey: newRequestKey() };
    void tell(convex.mutation(api.desk.queues.setPause, args), "pauseSet");
  };
  const late = (minutes: number) => {
    const args = { minutes, lasts: LASTS, requestKey: newRequestKey() };
    void noticeSent(convex.mutation(api.profile.businesses.setNotice, args));
  };
  return (
    <Menu
      label={strings.desk.pauseFor}
      disabled={disabled}
      button={{ text: strings.desk.pause, icon: Pause }}
      items={[
        ...CHOICES.map((minutes) => ({
          label:
            minutes === null
              ? strings.desk.pauseOpen
              : strings.desk.pauseMinutes(minutes),
          icon: Pause,
          onSelect: () => pause(minutes),
        })),
        ...LATE.map((minutes) => ({
          label: strings.desk.late(minutes),
          icon: Clock,
          onSelect: () => late(minutes),
        })),
      ]}
    />
  );
}

export function PauseNotice({
  board,
  business: { notice, timezone },
  undoPlace,
}: {
  board: Board | null | undefined;
  undoPlace: UndoPlace;
  business: { notice: Notice | null; timezone: string };
}) {
  const convex = useConvex();
  const tell = useQueueChange(undoPlace);
  const minutes = minutesLate(notice, useNow("minute"));
  const pause = board?.pause;
  const end = () => ({ requestKey: newRequestKey() });
  // Always rendered: screen readers announce only changes in an existing region.
  return (
    <div
      role="status"
      className={pause || minutes > 0 ? "grid gap-3" : "sr-only"}
    >
      {pause && (
        <Said
          icon={Pause}
          verb={strings.desk.resume}
          onEnd={() => {
            const args = { queueId: board.queueId, ...end() };
            void tell(
              convex.mutation(api.desk.queues.resume, args),
              "pauseEnded",
            );
          }}
        >
          {pause.until === null
            ? strings.desk.paused
            : strings.desk.pausedUntil(timeOf(pause.until, timezone))}
        </Said>
      )}
      {notice && minutes > 0 && (
        <Said
          icon={Clock}
          verb={strings.desk.inTime}
          onEnd={() => {
            void noticeSent(
              convex.mutation(api.profile.businesses.clearNotice, end()),
            );
          }}
        >
          {strings.desk.lateUntil(minutes, timeOf(notice.until, timezone))}
        </Said>
      )}
    </div>
  );
}

function Said({
  icon,
  verb,
  onEnd,
  children,
}: {
  icon: LucideIcon;
  verb: string;
  onEnd: () => void;
  children: string;
}) {
  return (
    <Banner tone="info" icon={icon} spoken={false}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="tab">{children}</p>
        <Button ref={passFocus} icon={Play} onClick={onEnd}>
          {verb}
        </Button>
      </div>
    </Banner>
  );
}
