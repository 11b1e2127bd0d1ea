/** 'Find a person': by number, name or phone. */
import { ticketName } from "../../../../convex/queue/rules/ticketName";
import { useState } from "react";
import { dashboard } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import { Dialog, firstFocus } from "../../../ui/windows/dialog";
import { Field } from "../../../ui/fields/field";
import { Num } from "../../../ui/num";
import { hasMore, isAhead, useFound } from "./find-people";
import { nameOf, type Board, type Person } from "../types";

const { find: strings } = windows;
const { called, serving } = dashboard.desk;

function stateOf(person: Person, board: Board): string {
  if (person.status === "called") return called;
  if (person.status === "serving") return serving;
  return isAhead(person, board) ? strings.booked : strings.waiting;
}

export function FindWindow({
  board,
  onFound,
  onClose,
}: {
  board: Board;
  onFound: (person: Person) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const { found, isAsking } = useFound(board, typed);
  const asked = typed.trim();
  return (
    <Dialog open onClose={onClose} title={strings.title} width="confirm">
      <form
        className="grid grid-cols-1 gap-3 px-4 pb-5 md:px-6 md:pb-6"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) onFound(first);
        }}
      >
        <Field
          label={strings.field}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          {...firstFocus}
        />
        <div role="status">
          {asked !== "" && !isAsking && found.length === 0 && (
            <p className="py-2 text-ink-2">{strings.nobody(asked)}</p>
          )}
        </div>
        {found.length > 0 && (
          <ul className="divide-y divide-line">
            {found.map((person) => (
              <li key={person.ticketId}>
                <button
                  type="button"
                  onClick={() => onFound(person)}
                  className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-sunken active:bg-pressed"
                >
                  <span className="min-w-14 text-xl">
                    <Num value={ticketName(person.letter, person.number)} />
                  </span>
                  <span
                    className="min-w-0 flex-1 truncate text-left font-semibold"
                    dir="auto"
                  >
                    {nameOf(person)}
                  </span>
                  <span className="text-sm text-ink-2">
                    {stateOf(person, board)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasMore(board) && isAsking && (
          <p className="text-sm text-ink-2">{strings.asking}</p>
        )}
      </form>
    </Dialog>
  );
}
