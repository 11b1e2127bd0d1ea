/** Finds people by number, name or phone: at once among those the desk has, and on the server where there are more. */
import { useConvex } from "convex/react";
import { Search } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { api } from "../../../../convex/_generated/api";
import { findAmong } from "../../../../convex/desk/rules/find";
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { cn } from "../../../lib/cn";
import { serverNow } from "../../../lib/server/server-clock";
import { dashboard } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import { parts } from "../../../strings/parts";
import { Button } from "../../../ui/button";
import { isEscape } from "../../../ui/escape";
import { Menu } from "../../../ui/menu";
import { Num } from "../../../ui/num";
import type { Counter } from "../counter-view";
import { nameOf, whoIs, type Board, type Person } from "../types";
import type { Desk } from "../use-desk";
import { useAsked } from "./called-row";
import { calledMenu } from "./person-menu";
import { rowOf } from "./rows";
import { StateBadge } from "./state-badge";

const { desk: strings } = dashboard;
const { find: words } = windows;

const RESTS_MS = 250;

type Props = {
  counter: Counter;
  desk: Desk;
  asked: string;
  onAsk: (asked: string | null) => void;
  row: (person: Person, isBooked: boolean) => ReactNode;
};

/** In place of the list. Escape ends the search. */
export default function FindPeople(props: Props) {
  return (
    <>
      <h2 id="waiting-title" className="sr-only">
        {strings.find}
      </h2>
      <Head {...props} />
      <div className="list-rows">
        <Found {...props} />
      </div>
    </>
  );
}

function Head({ asked, onAsk }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      role="search"
      className="list-head"
      onSubmit={(event) => event.preventDefault()}
    >
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-strong px-3 has-focus-visible:outline-3 has-focus-visible:outline-focus">
        <Search className="size-5 shrink-0 text-ink-2" />
        <input
          ref={field}
          type="search"
          aria-label={words.field}
          placeholder={words.field}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
          value={asked}
          onChange={({ target }) => onAsk(target.value)}
          onKeyDown={({ nativeEvent }) => isEscape(nativeEvent) && onAsk(null)}
          className="min-w-0 flex-1 outline-none"
        />
      </label>
      <Button variant="ghost" onClick={() => onAsk(null)}>
        {parts.close}
      </Button>
    </form>
  );
}

function Found({ counter, desk, asked, row }: Props) {
  const { found, isAsking } = useFound(counter, asked);
  const unmarked = useAsked(counter);
  const nobody = asked.trim() !== "" && !isAsking && found.length === 0;
  return (
    <>
      <p role="status" className={cn(nobody ? "p-4 text-ink-2" : "sr-only")}>
        {nobody && words.nobody(asked.trim())}
      </p>
      <ul className="divide-y divide-line">
        {found.map((person) => {
          const isCalled = person.status !== "waiting";
          const isBooked = !isCalled && isAhead(person, counter.boards);
          return (
            <li
              key={person.ticketId}
              {...rowOf(person.ticketId)}
              className={cn("list-row", (isCalled || isBooked) && "booked")}
            >
              {isCalled ? (
                <CalledCells
                  person={person}
                  desk={desk}
                  asked={unmarked.includes(person)}
                />
              ) : (
                row(person, isBooked)
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function CalledCells(props: { person: Person; desk: Desk; asked: boolean }) {
  const { person, desk, asked } = props;
  return (
    <>
      <span className="text-[1.375rem] leading-none">
        <Num value={ticketName(person.letter, person.number)} />
      </span>
      <p
        className="who truncate text-left font-semibold"
        dir="auto"
        translate="no"
      >
        {nameOf(person)}
      </p>
      <div className="actions">
        <StateBadge serving={person.status === "serving"} asked={asked} />
        <Menu
          label={strings.moreFor(whoIs(person))}
          title={whoIs(person)}
          items={calledMenu(person, desk)}
        />
      </div>
    </>
  );
}

/** Searches the loaded people: called ones first, then those waiting, then appointments. */
function amongLoaded(boards: readonly Board[], typed: string): Person[] {
  const all = (["called", "waiting", "scheduled"] as const).flatMap((kind) =>
    boards.flatMap((board) => board[kind]),
  );
  return findAmong(all, typed);
}

function isAhead(
  { ticketId, scheduledTime }: Person,
  boards: readonly Board[],
): boolean {
  const is = (one: Person) => one.ticketId === ticketId;
  if (boards.some(({ scheduled }) => scheduled.some(is))) return true;
  const hasTime = scheduledTime !== null && scheduledTime > serverNow();
  return hasTime && !boards.some(({ waiting }) => waiting.some(is));
}

function hasMore(board: Board): boolean {
  const { waiting, waitingCount, scheduled, scheduledCount } = board;
  return waiting.length < waitingCount || scheduled.length < scheduledCount;
}

/** The server's matches once they arrive, until then the desk's. Fully loaded queues ask nothing of the server. */
function useFound(
  { boards }: Counter,
  typed: string,
): { found: Person[]; isAsking: boolean } {
  const convex = useConvex();
  const asked = typed.trim();
  const long = boards.filter(hasMore).map(({ queueId }) => queueId);
  const queues = long.join();
  const asks = asked !== "" && queues !== "";
  const [told, setTold] = useState<{ asked: string; people: Person[] } | null>(
    null,
  );
  useEffect(() => {
    if (!asks) return undefined;
    let isMeant = true;
    const tell = (people: Person[]) => {
      if (isMeant) setTold({ asked, people });
    };
    const timer = window.setTimeout(() => {
      const answers = queues
        .split(",")
        .map(
          async (queueId) =>
            await convex.query(api.desk.actions.find, { queueId, asked }),
        );
      // Without a connection only the desk's people can be found.
      Promise.all(answers).then(
        (found) => tell(found.flat()),
        () => tell([]),
      );
    }, RESTS_MS);
    return () => {
      isMeant = false;
      window.clearTimeout(timer);
    };
  }, [convex, queues, asked, asks]);

  const here = amongLoaded(boards, typed);
  const isAsking = asks && told?.asked !== asked;
  const known = new Set(here.map(({ ticketId }) => ticketId));
  const others = asks && !isAsking ? (told?.people ?? []) : [];
  const more = others.filter(({ ticketId }) => !known.has(ticketId));
  return { found: findAmong([...here, ...more], typed), isAsking };
}
