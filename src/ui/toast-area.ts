/** Where toasts appear, on pages whose first screen may show none: the area comes with the first screen that can (ui/toast.tsx). */
import { useSyncExternalStore, type ReactNode } from "react";

/** Whose page it is: how long messages stay. */
export type Pace = "public" | "owner";
/** Draws the messages. */
type Area = (pace: Pace) => ReactNode;

const listeners = new Set<() => void>();
let area: Area | null = null;

/** Called by the module that shows toasts, when it is loaded. */
export function offerArea(loaded: Area): void {
  area = loaded;
  listeners.forEach((notify) => notify());
}

/** Nothing, as long as nothing on the page can show a toast. */
export function ToastArea({ pace }: { pace: Pace }): ReactNode {
  const draw = useSyncExternalStore(subscribe, () => area);
  return draw?.(pace);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
