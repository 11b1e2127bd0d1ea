/** 'Queue Actions' on wide screens: who is at the counter, and who comes next. */
import type { ReactNode } from "react";
import { dashboard } from "../../texts/dashboard";
import { Card } from "../../ui/card";
import { CallNext, Skip } from "./call-next";
import { CalledRow } from "./called-person";
import type { Board } from "./types";
import type { Desk } from "./use-desk";

const { desk: texts } = dashboard;

/** The rows have a fixed height and scroll, so that Call Next never moves. */
export function DeskCard({
  board,
  desk,
  reset,
}: {
  board: Board | null | undefined;
  desk: Desk;
  /** The Reset Queue button; the rows keep it away from Call Next. */
  reset: ReactNode;
}) {
  const called = board?.called ?? [];
  return (
    <Card title={texts.title} action={reset}>
      <div
        className="mt-1 h-52 overflow-y-auto rounded-md"
        role="group"
        aria-label={texts.atCounter}
        // Scrollable without a mouse.
        tabIndex={called.length > 2 ? 0 : undefined}
      >
        {board === undefined ? null : called.length === 0 ? (
          <p className="grid h-full place-items-center text-ink-2">
            {board === null ? texts.pickToSeeCounter : texts.nobodyAtCounter}
          </p>
        ) : (
          <ul className="pr-1">
            {called.map((person) => (
              <CalledRow key={person.ticketId} person={person} desk={desk} />
            ))}
          </ul>
        )}
      </div>
      <div className="mt-3 flex gap-4">
        <CallNext board={board} desk={desk} />
        <Skip desk={desk} />
      </div>
    </Card>
  );
}
