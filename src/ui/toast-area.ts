/** The place for toasts, for pages that rarely show one: it loads with the first screen that can (ui/toast.tsx). */
import { useSyncExternalStore, type ReactNode } from "react";
import { newListeners } from "../lib/listeners";

/** The kind of page decides how long messages stay. */
export type Pace = "public" | "owner";
type Area = (pace: Pace) => ReactNode;

const listeners = newListeners();
let area: Area | null = null;

export function offerArea(loaded: Area): void {
  area = loaded;
  listeners.notify();
}

/** Empty until a part of the page can show a toast. */
export function ToastArea({ pace }: { pace: Pace }): ReactNode {
  const draw = useSyncExternalStore(listeners.subscribe, () => area);
  return draw?.(pace);
}
