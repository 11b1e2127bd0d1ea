/** Pausing a queue and going on: the button, and the banner while it is paused. People may still join; their phones say that nobody is being called. */
import { useConvex } from "convex/react";
import { Pause, Play } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { timeOf } from "../../lib/format";
import { newRequestKey } from "../../lib/request-key";
import { serverNow } from "../../lib/server-clock";
import { dashboard as texts } from "../../texts/dashboard";
import { errorText } from "../../texts/owner-refusals";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { passFocus } from "../../ui/pass-focus";
import { deskToasts } from "./desk-toasts";
import type { Board } from "./types";

/** What can be picked, in minutes; null lasts until somebody resumes. */
const CHOICES = [15, 30, 60, null] as const;

/** Says what went wrong, and nothing else: the banner tells that it worked. */
async function sent(answer: Promise<null>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    deskToasts.error(errorText(error, texts.desk.failed));
  }
}

/** 'Pause', with for how long; while paused the same choices change its end. */
export function PauseButton({ board: { queueId } }: { board: Board }) {
  const convex = useConvex();
  const pause = (minutes: number | null) => {
    const until = minutes === null ? null : serverNow() + minutes * 60_000;
    const args = { queueId, until, requestKey: newRequestKey() };
    void sent(convex.mutation(api.queues.setPause, args));
  };
  return (
    <Menu
      label={texts.desk.pauseFor}
      button={{ text: texts.desk.pause, icon: Pause }}
      items={CHOICES.map((minutes) => ({
        label:
          minutes === null
            ? texts.desk.pauseOpen
            : texts.desk.pauseMinutes(minutes),
        icon: Pause,
        onSelect: () => pause(minutes),
      }))}
    />
  );
}

/** Says that the queue is paused, and ends it. */
export function PauseNotice({
  board,
  timeZone,
}: {
  board: Board | null | undefined;
  timeZone: string;
}) {
  const convex = useConvex();
  const until = board?.pause?.until ?? null;
  // Always there, because only a change in a region that is there is spoken.
  return (
    <div role="status" className={board?.pause ? undefined : "sr-only"}>
      {board?.pause && (
        <Banner tone="info" icon={Pause} spoken={false}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="tab">
              {until === null
                ? texts.desk.paused
                : texts.desk.pausedUntil(timeOf(until, timeZone))}
            </p>
            <Button
              ref={passFocus}
              icon={Play}
              onClick={() => {
                const { queueId } = board;
                const args = { queueId, requestKey: newRequestKey() };
                void sent(convex.mutation(api.queues.resume, args));
              }}
            >
              {texts.desk.resume}
            </Button>
          </div>
        </Banner>
      )}
    </div>
  );
}
