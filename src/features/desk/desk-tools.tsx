/** The invisible parts of the desk: its windows, and the focus when a row goes. */
import { useEffect } from "react";
import type { ShopHours } from "../../../convex/business/rules/opening";
import { onDemand } from "../../lib/on-demand";
import type { Counter } from "./counter-view";
import type { DeskOutbox } from "./outbox/use-outbox";
import { useKeptFocus } from "./people/use-kept-focus";
import type { DeskWindow } from "./types";
import type { Desk } from "./use-desk";

const deskWindow = onDemand(() => import("./desk-window"));

/** Like the dashboard's own windows, loaded after everything else. */
const WINDOWS_AFTER_MS = 3_000;

export function DeskTools(props: {
  counter: Counter | undefined;
  desk: Desk;
  outbox: DeskOutbox;
  opened: DeskWindow | null;
  shop: ShopHours;
}) {
  const { counter, opened } = props;
  useKeptFocus(counter);
  useEffect(() => {
    const timer = window.setTimeout(
      () => void deskWindow.load(),
      WINDOWS_AFTER_MS,
    );
    return () => window.clearTimeout(timer);
  }, []);
  if (opened === null || counter === undefined) return null;
  return (
    <deskWindow.Screen
      {...props}
      opened={opened}
      counter={counter}
      fallback={null}
    />
  );
}
