/** The invisible parts of the desk: its keys, its windows and the focus after a search. */
import { useEffect, useRef } from "react";
import type { ShopHours } from "../../../convex/business/rules/opening";
import { onDemand } from "../../lib/on-demand";
import { hasRow, showRow } from "./people/rows";
import type { Board, DeskWindow } from "./types";
import type { Desk } from "./use-desk";
import { useDeskKeys } from "./use-desk-keys";
import { useKeptFocus } from "./people/use-kept-focus";

const deskWindow = onDemand(() => import("./desk-window"));

/** Like the dashboard's own windows, loaded after everything else. */
const WINDOWS_AFTER_MS = 3_000;

export function DeskTools({
  board,
  desk,
  opened,
  shop,
  onFind,
}: {
  board: Board | null | undefined;
  desk: Desk;
  opened: DeskWindow | null;
  shop: ShopHours;
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
    // By now the window has returned the focus.
    if (opened === null && found.current !== null) showRow(found.current);
    found.current = null;
  }, [opened]);
  if (opened === null || board === undefined) return null;
  return (
    <deskWindow.Screen
      opened={opened}
      board={board}
      desk={desk}
      shop={shop}
      onFound={(person) => {
        const isShown = hasRow(person.ticketId);
        if (isShown) found.current = person.ticketId;
        desk.open(isShown ? null : { name: "person", person });
      }}
      fallback={null}
    />
  );
}
