/** Whether a media query matches, as state. The widths are Tailwind's breakpoints in ui/tokens.css. */
import { useMemo, useSyncExternalStore } from "react";

/** 641 px: the sidebar appears. Kept in step with `--breakpoint-sm`. */
export const SIDEBAR_WIDTH = "(min-width: 40.0625rem)";
/** 768 px: dialogs are centred instead of sheets. Kept in step with `--breakpoint-md`. */
export const DIALOG_WIDTH = "(min-width: 48rem)";
/** 1280 px: an owner's menu has its words beside the icons, the portal shows tables. Kept in step with `--breakpoint-xl`. */
export const ROOMY_WIDTH = "(min-width: 80rem)";

export function useMedia(query: string): boolean {
  const [subscribe, matches] = useMemo(() => {
    const media = window.matchMedia(query);
    const watch = (notify: () => void) => {
      media.addEventListener("change", notify);
      return () => media.removeEventListener("change", notify);
    };
    return [watch, () => media.matches] as const;
  }, [query]);
  return useSyncExternalStore(subscribe, matches);
}
