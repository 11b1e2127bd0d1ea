/** /display?b={businessId}: the display. It runs unattended, so it recovers on its own. */
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { minutesLate } from "../../convex/business/rules/notice";
import { Board } from "../features/display/board";
import type { BoardQueue, Wait } from "../features/display/types";
import { BusinessMissing } from "../features/join/business-missing";
import { closedWords } from "../features/join/opening-words";
import { waitWords, type Hours } from "../features/join/queue-words";
import { unlockSound } from "../features/ticket/ring/sound";
import { playBell } from "../features/ticket/ring/tones";
import { useWakeLock } from "../features/ticket/ring/use-wake-lock";
import { useFreshness } from "../lib/server/connection";
import { useSearch } from "../lib/address/location";
import { openingAt } from "../lib/time/opening";
import { syncServerClock } from "../lib/server/server-clock";
import { useAnswer } from "../lib/server/use-answer";
import { useNow } from "../lib/time/use-now";
import { display as strings } from "../strings/display";
import { openClock } from "../strings/language/page-clock";

export default function DisplayScreen() {
  const businessId = new URLSearchParams(useSearch()).get("b");
  if (!businessId) return <BusinessMissing failed={false} />;
  return <BoardOf key={businessId} businessId={businessId} />;
}

function BoardOf({ businessId }: { businessId: string }) {
  const of = { businessId };
  const shop = useAnswer(api.profile.businesses.publicProfile, of);
  const board = useAnswer(api.line.display.board, of);
  const freshness = useFreshness();
  const now = useNow("minute");
  useWakeLock(true);
  useEffect(() => void syncServerClock(), []);
  if (shop === undefined || shop instanceof Error) {
    return (
      <p role="status" className="sr-only late">
        {strings.loading}
      </p>
    );
  }
  if (shop === null) return <BusinessMissing failed={false} />;
  openClock(shop);
  const opening = openingAt(shop, now);
  const late = minutesLate(shop.notice, now);
  const { timezone, chairWord } = shop;
  const hours = { opening, timezone, chairWord, now, late };
  return (
    <Board
      shop={shop}
      board={board instanceof Error ? undefined : (board ?? undefined)}
      freshness={freshness}
      chime={playBell}
      unlock={unlockSound}
      waitOf={(queue) => waitOf(queue, hours, shop.takesCustomers)}
    />
  );
}

function waitOf(
  queue: BoardQueue,
  hours: Hours,
  takesCustomers: boolean,
): Wait | null {
  if (!queue.isActive) return null;
  const { opening } = hours;
  const words =
    waitWords(queue, hours) ?? (opening.open ? null : closedWords(opening));
  if (words === null) return null;
  const isJoinable =
    takesCustomers &&
    opening.open &&
    !queue.limitReached &&
    queue.pause === null &&
    queue.chairs > 0;
  return { words, isJoinable };
}
