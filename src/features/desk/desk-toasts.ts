/** The desk's toasts. They are about people in a queue, so they disappear with the dashboard. */
import { useEffect } from "react";
import {
  hideToast,
  showError,
  showSuccess,
  showUndoable,
} from "../../ui/toast";

/** The dashboard was left. Later answers are not shown. */
let isLeft = false;
const told = new Set<string>();

function tell(show: () => string): void {
  if (!isLeft) told.add(show());
}

export const deskToasts = {
  success: (message: string) => tell(() => showSuccess(message)),
  error: (message: string) => tell(() => showError(message)),
  undoable: (...offer: Parameters<typeof showUndoable>) =>
    tell(() => showUndoable(...offer)),
};

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
