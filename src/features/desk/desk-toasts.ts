/**
 * What the counter says in toasts. It is about people in a queue, so it ends
 * with the dashboard: nobody reads it, or presses its Undo, on the login page.
 */
import { useEffect } from "react";
import {
  hideToast,
  showError,
  showSuccess,
  showUndoable,
} from "../../ui/toast";

/** Since the dashboard was left; an answer that comes later is told to nobody. */
let isLeft = false;
const told = new Set<string>();

function tell(show: () => string): void {
  if (!isLeft) told.add(show());
}

/** The messages of ui/toast, for as long as the dashboard is there. */
export const deskToasts = {
  success: (message: string) => tell(() => showSuccess(message)),
  error: (message: string) => tell(() => showError(message)),
  undoable: (...offer: Parameters<typeof showUndoable>) =>
    tell(() => showUndoable(...offer)),
};

/** For the dashboard itself: takes its messages along when it is left. */
export function useDeskToasts(): void {
  useEffect(() => {
    isLeft = false;
    return () => {
      isLeft = true;
      told.forEach(hideToast);
      told.clear();
    };
  }, []);
}
