/** Whether a media query matches, as state. The widths are Tailwind's breakpoints in ui/tokens.css. */
import { useCallback, useSyncExternalStore } from "react";

/** 641 px: the sidebar appears. Kept in step with `--breakpoint-sm`. */
export const SIDEBAR_WIDTH = "(min-width: 40.0625rem)";
/** 768 px: dialogs are centred instead of sheets. Kept in step with `--breakpoint-md`. */
export const DIALOG_WIDTH = "(min-width: 48rem)";
/** 1280 px: an owner's menu has its words beside the icons, the portal shows tables. Kept in step with `--breakpoint-xl`. */
export const ROOMY_WIDTH = "(min-width: 80rem)";

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", notify);
      return () => media.removeEventListener("change", notify);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
  );
}
