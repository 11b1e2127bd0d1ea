/** The ways to the parts of the dashboard: from its own menu, and by an address from another page. */
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { useSteady } from "../../lib/use-steady";
import { useLocation } from "react-router-dom";
import { comesFromGoogle } from "../../../convex/calendar/rules/googleMark";
import type { Role } from "../../../convex/business/rules/roles";
import { mayOpen } from "../../features/shell/may-open";
import type { Tabs } from "../../features/shell/phone-bar";
import { parts, type Part } from "../../features/shell/places";
import { useRole } from "../../lib/account/role";

/** How long a part is marked, ms, as specified. */
const MARKED_MS = 800;
const MARK = ["outline-3!", "outline-offset-2", "outline-brand!"];

/** The part that a fragment names, if this role may open it. Google leads back to the calendars. */
export function partOf(hash: string, role: Role): Part | null {
  const named = comesFromGoogle(hash) ? "#calendar-settings" : hash;
  const part = parts.find((one) => named === `#${one}`);
  return part !== undefined && mayOpen(role, part) ? part : null;
}

const managed = ["sms-settings", "calendar-settings"] as const;
/** A part that a phone shows below Manage. */
export type ManagedPart = (typeof managed)[number];

export function isManaged(part: Part | null): part is ManagedPart {
  return managed.some((one) => one === part);
}

type Windows = { queues: () => void; upgrade: () => void };

export function useParts(isWide: boolean, tabs: Tabs, windows: Windows) {
  const { key, hash } = useLocation();
  /** In the menu, since this address was opened. */
  const [pressed, setPressed] = useState<{ key: string; part: Part }>();
  const role = useRole();
  const asked = pressed?.key === key ? pressed.part : partOf(hash, role);
  const shown = useShown(isWide);
  const go = (part: Part) => {
    setPressed({ key, part });
    if (part === "manage-queues") windows.queues();
    else if (part === "upgrade") windows.upgrade();
    else if (isWide) reveal(part, isCalm() ? "instant" : "smooth");
    else if (part.startsWith("queue-")) tabs.open("overview");
  };
  const arrive = useEffectEvent(() => {
    const part = partOf(hash, role);
    // finish-connecting.tsx shows the calendars itself.
    if (part === null || comesFromGoogle(hash)) return;
    if (part === "manage-queues" || part === "upgrade") {
      // So that a reload does not open it again.
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, "", pathname + search);
      if (part === "upgrade") windows.upgrade();
      else windows.queues();
    } else if (isWide) reveal(part, "instant");
  });
  useEffect(() => arrive(), [key]);
  const steady = useSteady({ go });
  const inSight = inSightOf(shown, asked);
  return useMemo(() => ({ ...steady, inSight }), [steady, inSight]);
}

/** How much of each part is in sight, 0 to 1. */
type Shown = ReadonlyMap<string, number>;

function useShown(isWide: boolean): Shown {
  const [shown, setShown] = useState<Shown>(new Map());
  const note = useCallback((entries: IntersectionObserverEntry[]) => {
    setShown((before) => {
      const now = new Map(before);
      for (const { target, intersectionRatio } of entries)
        now.set(target.id, intersectionRatio);
      return now;
    });
  }, []);
  useEffect(() => {
    if (!isWide) return;
    const watch = new IntersectionObserver(note, { threshold: [0, 0.5] });
    for (const part of parts) {
      const section = document.getElementById(part);
      if (section !== null) watch.observe(section);
    }
    return () => watch.disconnect();
  }, [isWide, note]);
  return shown;
}

/** One part: the counter, else the one asked for, else the first. */
function inSightOf(shown: Shown, asked: Part | null): Part {
  const isIn = (part: Part, share: number) => (shown.get(part) ?? 0) > share;
  const HALF = 0.49;
  if (isIn("dashboard", HALF)) return "dashboard";
  if (asked !== null && isIn(asked, 0)) return asked;
  return (
    parts.find((part) => isIn(part, HALF)) ??
    parts.find((part) => isIn(part, 0)) ??
    "dashboard"
  );
}

const isCalm = () =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function reveal(part: Part, behavior: ScrollBehavior): void {
  const section = document.getElementById(part);
  if (section === null) return;
  section.scrollIntoView({ behavior, block: "start" });
  section.setAttribute("tabindex", "-1");
  section.focus({ preventScroll: true });
  if (part === "dashboard") return;
  section.classList.add(...MARK);
  window.setTimeout(() => section.classList.remove(...MARK), MARKED_MS);
}
