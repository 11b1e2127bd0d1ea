/** The display on a shop's wall (product.md TV1 to TV6). */
import "./board.css";
import { useEffect, useState, useSyncExternalStore } from "react";
import { bareName, spelledName } from "../../../convex/queue/rules/ticketName";
import type { Freshness } from "../../lib/server/connection";
import { cn } from "../../lib/cn";
import { timeOf, initials } from "../../lib/time/format";
import { serverNow } from "../../lib/server/server-clock";
import { useNow } from "../../lib/time/use-now";
import { display as strings } from "../../strings/display";
import { parts } from "../../strings/parts";
import { CallsInTurn } from "./calls-in-turn";
import { Code } from "./code";
import { Controls } from "./controls";
import { Foot } from "./foot";
import { keyOf } from "./turns";
import type { BoardQueue, Call, Shop, WaitOf } from "./types";
import { isVoiceOn, say } from "./voice";
import { digitsOf } from "../../ui/num";

type Answer = { calls: readonly Call[]; queues: readonly BoardQueue[] };

type Props = {
  shop: Shop;
  /** undefined before the server has answered. */
  board: Answer | undefined;
  freshness: Freshness;
  /** Before a call is announced; resolves when the voice can start. */
  chime: () => Promise<void>;
  unlock: () => void;
  waitOf: WaitOf;
};

const BEFORE_SHOWN = 3;
const HOUR_MS = 60 * 60_000;
/** Calls of an earlier day, or of a long quiet time, are outdated. */
const SHOWN_MS = 6 * HOUR_MS;
/** Numbers that may be outdated for this long are grey. */
const GREY_MS = 5 * 60_000;
/** Against burn-in: the picture moves slightly, left and up only, so that nothing starts to scroll. */
const SHIFT_MS = 10 * 60_000;
const SHIFTS = ["0 0", "-2px 0", "-2px -2px", "0 -2px"] as const;

export function Board(props: Props) {
  const { shop, board, freshness, chime, unlock, waitOf } = props;
  const now = useNow("minute");
  const isActive = useActivity();
  const hasOneQueue = isOneQueue(board);
  const spoken = ({ placeParts, queueName }: Call, ticket: string) => {
    if (placeParts) {
      return strings.spokenTo(ticket, placeParts.chair, placeParts.person);
    }
    return hasOneQueue
      ? strings.spoken(ticket)
      : strings.spokenAt(ticket, queueName);
  };
  const calls = useCallsInTurn(board?.calls, async (call) => {
    if (!isVoiceOn()) return;
    await chime();
    const ticket = spelledName(call.letter, call.number);
    await say(spoken(call, ticket));
  });
  const [newest, ...before] = calls.filter(({ at }) => now - at < SHOWN_MS);
  const queues = board?.queues ?? [];
  const isOpen = queues.some((one) => one.isActive && !one.limitReached);
  const isInviting = shop.takesCustomers && isOpen;
  const asOf = freshness.live ? null : freshness.asOf;
  const isGrey = asOf !== null && now - asOf > GREY_MS;
  return (
    <main
      id="main"
      className={cn(
        "board",
        !isActive && "board-idle",
        isGrey && "board-grey",
        newest === undefined && "board-empty",
      )}
      style={{ translate: SHIFTS[Math.floor(now / SHIFT_MS) % SHIFTS.length] }}
    >
      <title>{strings.titleAt(shop.name)}</title>
      <h1 className="sr-only">{strings.headingAt(shop.name)}</h1>
      <header className="board-head">
        <Logo name={shop.name} src={shop.logoUrl} />
        <p className="board-name truncate" dir="auto">
          {shop.name}
        </p>
        <Controls isActive={isActive} unlock={unlock} />
        <p className="board-clock tab">{timeOf(now, shop.timezone)}</p>
      </header>
      <section
        className="board-newest"
        aria-live="assertive"
        aria-label={strings.now}
      >
        {newest !== undefined ? (
          <NewestCall
            key={keyOf(newest)}
            call={newest}
            place={
              newest.place ?? (hasOneQueue ? strings.come : newest.queueName)
            }
            now={now}
            timezone={shop.timezone}
          />
        ) : (
          <NoCalls
            businessId={shop.businessId}
            isKnown={board !== undefined}
            isInviting={isInviting}
          />
        )}
      </section>
      {before.length > 0 && (
        <section className="board-before" aria-label={strings.before}>
          <p className="board-label">{strings.before}</p>
          <ol>
            {before.slice(0, BEFORE_SHOWN).map((call) => (
              <li key={keyOf(call)}>
                <span className="board-number num">
                  {bareName(call.letter, call.number)}
                </span>
                <span
                  className={cn(
                    "board-place truncate",
                    call.place && "board-chair",
                  )}
                  dir="auto"
                >
                  {call.place ??
                    (hasOneQueue
                      ? timeOf(call.at, shop.timezone)
                      : call.queueName)}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {board !== undefined && (
        <Foot
          shop={shop}
          queues={board.queues}
          now={now}
          waitOf={waitOf}
          withCode={newest !== undefined && isInviting}
        />
      )}
      {!freshness.live && (
        <p className="board-cut" role="status">
          {asOf === null
            ? parts.connecting
            : parts.reconnecting(timeOf(asOf, shop.timezone))}
        </p>
      )}
    </main>
  );
}

/** With one queue the display need not say where to go. */
function isOneQueue(board: Answer | undefined): boolean {
  const called = board?.calls.map(({ queueName }) => queueName) ?? [];
  const open = board?.queues.map(({ name }) => name) ?? [];
  return new Set([...called, ...open]).size <= 1;
}

function NoCalls(props: {
  businessId: string;
  isKnown: boolean;
  isInviting: boolean;
}) {
  const { businessId, isKnown, isInviting } = props;
  if (!isKnown) {
    return (
      <p className="board-none late" role="status">
        {strings.loading}
      </p>
    );
  }
  if (!isInviting) {
    return <p className="board-none">{strings.noCalls}</p>;
  }
  return (
    <>
      <p className="board-none">
        {strings.noCalls} {strings.scanToJoin}
      </p>
      <Code businessId={businessId} />
    </>
  );
}

/** The calls as shown, newest first. Each is announced in its turn. */
function useCallsInTurn(
  calls: readonly Call[] | undefined,
  announce: (call: Call) => Promise<void>,
): readonly Call[] {
  const [inTurn] = useState(() => new CallsInTurn());
  useEffect(() => inTurn.announceWith(announce));
  useEffect(() => {
    if (calls !== undefined) inTurn.receive(calls, serverNow());
  }, [inTurn, calls]);
  return useSyncExternalStore(inTurn.subscribe, inTurn.read);
}

/** The shop's picture, or two letters instead, in the display's unit. */
function Logo({ name, src }: { name: string; src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src !== null && broken !== src) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBroken(src)}
        className="board-logo"
      />
    );
  }
  return (
    <span className="board-logo" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The pointer and the controls disappear after this time. */
const QUIET_MS = 3_000;

/** Longer after the start, so that people find the controls. */
const FIRST_MS = 10_000;

/** Whether a person is at the display, which shows its controls and the pointer only then. */
function useActivity(): boolean {
  const [active, setActive] = useState(true);
  useEffect(() => {
    const rest = () => setActive(false);
    let timer = window.setTimeout(rest, FIRST_MS);
    const wake = (event: Event) => {
      // Browsers also send this event for a still pointer when the page below it changes.
      const isStill =
        event instanceof PointerEvent &&
        event.type === "pointermove" &&
        event.movementX === 0 &&
        event.movementY === 0;
      if (isStill) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(rest, QUIET_MS);
      setActive(true);
    };
    const signs = ["pointermove", "pointerdown", "keydown"] as const;
    signs.forEach((name) => window.addEventListener(name, wake));
    return () => {
      window.clearTimeout(timer);
      signs.forEach((name) => window.removeEventListener(name, wake));
    };
  }, []);
  return active;
}

/** How long a call counts as 'now'. */
const NOW_MS = 5 * 60_000;

/** The last called number, in green and as large as possible. */
function NewestCall(props: {
  call: Call;
  place: string;
  now: number;
  timezone: string;
}) {
  const { call, place, now, timezone } = props;
  const isLettered = call.letter !== null;
  return (
    <>
      <p className="board-when">
        {now - call.at < NOW_MS
          ? strings.now
          : strings.last(timeOf(call.at, timezone))}
      </p>
      <p
        className={cn(
          "board-called ringing num",
          isLettered && "board-lettered",
        )}
        style={digitsOf(bareName(call.letter, call.number))}
      >
        {bareName(call.letter, call.number)}
      </p>
      <div className="board-who">
        <p className="board-where truncate" dir="auto">
          {place}
        </p>
        {call.initials !== null && (
          <p className="board-initials" dir="auto">
            {call.initials}
          </p>
        )}
      </div>
    </>
  );
}
