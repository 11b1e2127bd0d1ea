/** What happens to a called person whom staff have not marked: as the shop has chosen. product.md T5, T8 */
import type { Infer } from "convex/values";
import type { whenUnmarkedValidator } from "./validators";

export type WhenUnmarked = Infer<typeof whenUnmarkedValidator>;

/** The grace of a new business, in minutes. */
export const DEFAULT_NO_SHOW_MINUTES = 5;
/** How many people the first no-show lets pass (product.md T6). */
export const PLACES_BACK = 2;

const MINUTE_MS = 60_000;
/** A person called this long ago who had not come would have been missed by now. */
const SURE_MS = 3 * MINUTE_MS;

/** Whether calling the next one at the same chair means that this person came and is done. */
export function isOverAtNextCall(
  { serving, at }: { readonly serving: boolean; readonly at: number },
  whenUnmarked: WhenUnmarked,
  now: number,
): boolean {
  return serving || whenUnmarked === "came" || now - at >= SURE_MS;
}

/** How long a call waits before the person counts as a no-show, in ms; 0: forever. */
export function graceMsOf(shop: {
  readonly whenUnmarked: WhenUnmarked;
  readonly graceMinutes: number;
}): number {
  return shop.whenUnmarked === "missed" ? shop.graceMinutes * MINUTE_MS : 0;
}

/**
 * The people whom the desk asks about: called, not marked, without an answer. The time to come is over, or others were
 * called since: to the same named chair, or more than there are chairs.
 * @param called oldest call first
 * @param everybody also of other queues, which a named chair may serve, too
 */
export function askedAbout<
  Person extends {
    readonly status: string;
    readonly calledAt: number | null;
    readonly acknowledged: boolean;
    readonly chairId?: string | undefined;
  },
>(
  called: readonly Person[],
  shop: {
    readonly whenUnmarked: WhenUnmarked;
    readonly graceMinutes: number;
    readonly chairs: number;
  },
  now: number,
  everybody: readonly Person[] = called,
): Person[] {
  if (shop.whenUnmarked !== "ask") return [];
  const dueBefore = now - shop.graceMinutes * MINUTE_MS;
  const surplus = called.length - Math.max(1, shop.chairs);
  const isFollowed = ({ chairId, calledAt }: Person, place: number) =>
    chairId === undefined
      ? place < surplus
      : everybody.some(
          (other) =>
            other.chairId === chairId &&
            (other.calledAt ?? 0) > (calledAt ?? 0),
        );
  return called.filter((person, place) => {
    const { status, calledAt, acknowledged } = person;
    const isDue = calledAt !== null && calledAt <= dueBefore;
    return (
      status === "called" &&
      !acknowledged &&
      (isDue || isFollowed(person, place))
    );
  });
}
