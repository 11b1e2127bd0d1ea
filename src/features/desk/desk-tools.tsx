/** What belongs to the desk and is not seen at once: its keys, its windows, and where the focus goes. */
import { useEffect, useRef } from "react";
import { late } from "../../lib/late";
import { hasRow, showRow } from "./people/rows";
import type { Board, DeskWindow } from "./types";
import type { Desk } from "./use-desk";
import { useDeskKeys } from "./use-desk-keys";
import { useKeptFocus } from "./people/use-kept-focus";

const deskWindow = late(() => import("./desk-window"));

/** As the dashboard's own windows: when everything else is there. */
const WINDOWS_AFTER_MS = 3_000;

/** @param onFind before somebody is looked for: the list has to be on the screen */
export function DeskTools({
  board,
  desk,
  opened,
  timeZone,
  onFind,
}: {
  board: Board | null | undefined;
  desk: Desk;
  opened: DeskWindow | null;
  timeZone: string;
  onFind: () => void;
}) {
  const found = useRef<string | null>(null);
  useKeptFocus(board);
  useDeskKeys({
    n: desk.callNext,
    s: desk.skip,
    d: () => {
      const first = board?.called[0];
      if (first !== undefined) desk.move("done", first);
    },
    u: desk.undoShown,
    "/": () => {
      if (!board) return;
      onFind();
      desk.open({ name: "find" });
    },
    "?": () => desk.open({ name: "shortcuts" }),
  });
  useEffect(() => {
    const timer = window.setTimeout(
      () => void deskWindow.load(),
      WINDOWS_AFTER_MS,
    );
    return () => window.clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The window has given the focus back by now.
    if (opened === null && found.current !== null) showRow(found.current);
    found.current = null;
  }, [opened]);
  if (opened === null || board === undefined) return null;
  return (
    <deskWindow.Screen
      opened={opened}
      board={board}
      desk={desk}
      timeZone={timeZone}
      onFound={(person) => {
        const isShown = hasRow(person.ticketId);
        if (isShown) found.current = person.ticketId;
        desk.open(isShown ? null : { name: "person", person });
      }}
      fallback={null}
    />
  );
}
