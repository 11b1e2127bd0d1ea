/** Three simple estimates, as their vendors document them, and the third in a stronger form. Minutes; null: none. */

/** A stronger form of the third rival: only gaps during which a customer waited. */
export const STRONGER = "busy headway by hour";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export type View = {
  readonly at: number;
  /** When the people waiting now joined; for bookings, when they became due. */
  readonly waitingSince: readonly number[];
};
export type Rival = {
  readonly name: string;
  readonly estimate: (view: View) => number | null;
  readonly called: (call: {
    readonly at: number;
    /** Null for a second call. */
    readonly joinedAt: number | null;
    readonly waiting: number;
  }) => void;
  readonly nightFalls: (now: number) => void;
};

/** Every rival, with no knowledge yet. */
export const newRivals = (): Rival[] => [
  lastThirty(),
  waitingNow(),
  byHour("headway by hour", () => true),
  byHour(STRONGER, (somebodyWaited) => somebodyWaited),
];

/** NextMe's "Average Actual" of the last 30 within four hours, else of any age (intercom.help/nextme-app 7850809). */
function lastThirty(): Rival {
  const waits: { joinedAt: number; ms: number }[] = [];
  return {
    name: "mean of the last 30",
    estimate: ({ at }) => {
      const recent = waits.filter(({ joinedAt }) => joinedAt > at - 4 * HOUR);
      const used = (recent.length > 0 ? recent : waits).slice(-30);
      return mean(used.map(({ ms }) => ms / MINUTE));
    },
    called: ({ at, joinedAt }) => {
      if (joinedAt === null) return;
      waits.push({ joinedAt, ms: at - joinedAt });
      waits.sort((a, b) => a.joinedAt - b.joinedAt);
      if (waits.length > 200) waits.shift();
    },
    nightFalls: () => undefined,
  };
}

/** The specification's 'Avg Wait': how long the people waiting now have waited so far. */
const waitingNow = (): Rival => ({
  name: "mean of those waiting",
  estimate: ({ at, waitingSince }) =>
    mean(waitingSince.map((since) => (at - since) / MINUTE)) ?? 0,
  called: () => undefined,
  nightFalls: () => undefined,
});

/** TablesReady (support.tablesready.com/article/39): people ahead + 1 times the mean gap at this weekday and hour. */
function byHour(
  name: string,
  counts: (somebodyWaited: boolean) => boolean,
): Rival {
  const THIN = 5;
  const gaps: { at: number; ms: number }[] = [];
  let parties: number[] = [];
  let means = new Map<string, number>();
  let last: { at: number; waiting: number } | null = null;
  const keysOf = (at: number) => {
    const date = new Date(at);
    const hour = date.getUTCHours();
    return [`${date.getUTCDay()} ${hour}`, `${hour}`, "any"];
  };
  return {
    name,
    estimate: ({ at, waitingSince }) => {
      const key = keysOf(at).find((one) => means.has(one));
      const gap = key === undefined ? undefined : means.get(key);
      return gap === undefined ? null : (waitingSince.length + 1) * gap;
    },
    called: ({ at, joinedAt, waiting }) => {
      if (joinedAt !== null) parties.push(at);
      if (last !== null && counts(last.waiting > 0)) {
        gaps.push({ at, ms: at - last.at });
      }
      last = { at, waiting };
    },
    nightFalls: (now) => {
      last = null;
      while ((gaps[0]?.at ?? now) < now - 56 * DAY) gaps.shift();
      parties = parties.filter((at) => at >= now - 56 * DAY);
      means = new Map();
      if (parties.length < 50) return;
      const groups = new Map<string, number[]>();
      for (const { at, ms } of gaps) {
        for (const key of keysOf(at)) {
          const group = groups.get(key);
          if (group === undefined) groups.set(key, [ms / MINUTE]);
          else group.push(ms / MINUTE);
        }
      }
      for (const [key, minutes] of groups) {
        if (minutes.length >= THIN) means.set(key, mean(minutes) ?? 0);
      }
    },
  };
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
