/**
 * What the counter says in toasts. It is about people in a queue, so it ends
 * with the dashboard: nobody reads it, or presses its Undo, on the login page.
 */
import { useEffect } from "react";
import {
  hideToast,
  hideUndoable,
  showError,
  showSuccess,
  showUndoable,
  type ToastAction,
} from "../../ui/toast";

/** Since the dashboard was left; an answer that comes later is told to nobody. */
let isLeft = false;
const told = new Set<string>();

function tell(show: () => string): void {
  if (!isLeft) told.add(show());
}

/** The Undo that stands on the screen, and until when, epoch ms. */
let offered: { press: () => void; until: number } | null = null;

/** The messages of ui/toast, for as long as the dashboard is there. */
export const deskToasts = {
  success: (message: string) => tell(() => showSuccess(message)),
  error: (message: string) => tell(() => showError(message)),
  undoable: (
    message: string,
    forMs: number,
    undo: () => void,
    others: readonly ToastAction[] = [],
  ) => {
    offered = { press: undo, until: Date.now() + forMs };
    const ends = others.map(({ label, press }) => ({
      label,
      press: () => {
        offered = null;
        press();
      },
    }));
    tell(() => showUndoable(message, forMs, undo, ends));
  },
  /** Takes the offer to undo off the screen: it was used, or something newer has happened. */
  hideUndoable: () => {
    offered = null;
    hideUndoable();
  },
  /** As a press on the Undo that is on the screen; nothing where there is none. */
  pressUndo: () => {
    if (offered !== null && offered.until > Date.now()) offered.press();
  },
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
