/** Finds people at the desk: at once among those it has loaded, and on the server where there are more. */
import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { findAmong } from "../../../../convex/desk/rules/find";
import { serverNow } from "../../../lib/server/server-clock";
import type { Board, Person } from "../types";

const RESTS_MS = 250;

/** Searches the loaded people: called ones first, then those waiting, then appointments. */
export function findPeople(board: Board, typed: string): Person[] {
  const { called, waiting, scheduled } = board;
  return findAmong([...called, ...waiting, ...scheduled], typed);
}

export function isAhead(
  { ticketId, scheduledTime }: Person,
  { scheduled, waiting }: Board,
): boolean {
  const is = (one: Person) => one.ticketId === ticketId;
  if (scheduled.some(is)) return true;
  const hasTime = scheduledTime !== null && scheduledTime > serverNow();
  return hasTime && !waiting.some(is);
}

export function hasMore(board: Board): boolean {
  const { waiting, waitingCount, scheduled, scheduledCount } = board;
  return waiting.length < waitingCount || scheduled.length < scheduledCount;
}

/** The server's matches once they arrive, until then the desk's. A fully loaded queue asks nothing of the server. */
export function useFound(
  board: Board,
  typed: string,
): { found: Person[]; isAsking: boolean } {
  const convex = useConvex();
  const { queueId } = board;
  const asked = typed.trim();
  const asks = asked !== "" && hasMore(board);
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
      // Without a connection only the desk's people can be found.
      convex
        .query(api.desk.actions.find, { queueId, asked })
        .then(tell, () => tell([]));
    }, RESTS_MS);
    return () => {
      isMeant = false;
      window.clearTimeout(timer);
    };
  }, [convex, queueId, asked, asks]);

  const here = findPeople(board, typed);
  const isAsking = asks && told?.asked !== asked;
  const known = new Set(here.map(({ ticketId }) => ticketId));
  const others = asks && !isAsking ? (told?.people ?? []) : [];
  const more = others.filter(({ ticketId }) => !known.has(ticketId));
  return { found: findAmong([...here, ...more], typed), isAsking };
}
