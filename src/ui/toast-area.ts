/** The place for toasts, for pages that rarely show one: it loads with the first screen that can (ui/toast.tsx). */
import { useSyncExternalStore, type ReactNode } from "react";

/** The kind of page decides how long messages stay. */
export type Pace = "public" | "owner";
type Area = (pace: Pace) => ReactNode;

const listeners = new Set<() => void>();
let area: Area | null = null;

export function offerArea(loaded: Area): void {
  area = loaded;
  listeners.forEach((notify) => notify());
}

/** Empty until a part of the page can show a toast. */
export function ToastArea({ pace }: { pace: Pace }): ReactNode {
  const draw = useSyncExternalStore(subscribe, () => area);
  return draw?.(pace);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
