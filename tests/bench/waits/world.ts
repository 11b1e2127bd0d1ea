/** Simulates a barbershop with all that makes a wait hard to estimate; knows no estimator. See docs/bench.md. */
import { chanceFrom, type Chance } from "./chance.ts";
import type { Day, Happening, History } from "./day.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const OPENS = 9;
const CLOSES = 18;
/** Cut, cut and beard, the long one: minutes and share of customers. */
const SERVICES = [
  { minutes: 15, share: 0.4 },
  { minutes: 30, share: 0.4 },
  { minutes: 45, share: 0.2 },
] as const;
const SERVICE_CV = 0.3;
const MEAN_SERVICE = SERVICES.reduce((sum, s) => sum + s.minutes * s.share, 0);
/** How much faster or slower than usual a whole day runs. */
const DAY_CV = 0.15;
const NO_SHOW = 0.08;
/** Share of the customers who missed the first call. */
const COMES_AT_SECOND_CALL = 0.5;
const LEAVES = 0.04;
/** Share of an hour's usual arrivals, from opening on. */
const BY_HOUR = [0.7, 0.9, 1.2, 1.35, 0.9, 0.8, 1.0, 1.3, 0.85] as const;
const BY_WEEKDAY = [0.85, 0.75, 0.95, 1.05, 1.15, 1.25] as const;
/** Customers at the door before it opens, as a share of half an hour's arrivals. */
const BEFORE_OPENING = 0.5;
/** Newcomers leave a line longer than this many per chair. */
const LONGEST_LINE = 7;
/** Share of breaks and changes that staff enter in the product. */
const TOLD = 0.7;
const LUNCH = 35 * MINUTE;

export type Shop = {
  readonly name: string;
  readonly chairs: number;
  /** Chairs from an hour of the day on, for shops whose staff changes. */
  readonly shifts?: readonly {
    readonly hour: number;
    readonly chairs: number;
  }[];
  /** Share of slots, of 30 minutes and a chair, that are booked. */
  readonly booked?: number;
  /** People who come at once, once a day. */
  readonly rush?: number;
  /** Arrivals as a share of capacity. */
  readonly load?: number;
  /** All chairs stop together for half an hour at noon. */
  readonly closesForLunch?: boolean;
};

/** `weeks` of six days each; the last `counted` of them count. */
export function simulate(
  shop: Shop,
  seed: number,
  weeks: number,
  counted: number,
): History {
  const days: Day[] = [];
  let firstTicket = 1;
  for (let week = 0; week < weeks; week += 1) {
    for (let weekday = 0; weekday < 6; weekday += 1) {
      const midnight = FIRST_DAY + (week * 7 + weekday) * DAY;
      const chance = chanceFrom(seed * 7919 + week * 7 + weekday);
      const run = new ShopDay(shop, chance, midnight, weekday, firstTicket);
      days.push(run.play());
      firstTicket = run.nextTicket;
    }
  }
  return { name: shop.name, days, countedFrom: (weeks - counted) * 6 };
}

type Visitor = {
  readonly ticket: number;
  readonly orderAt: number;
  readonly booked: boolean;
  readonly leavesAt: number | null;
  absences: number;
};
type Chair = {
  /** The next time this chair looks for a customer. */
  freeAt: number;
  breakAt: number | null;
  isAway: boolean;
};

/** One day, played event by event. */
class ShopDay {
  nextTicket: number;
  readonly #happenings: Happening[] = [];
  readonly #line: Visitor[] = [];
  readonly #chairs: Chair[];
  readonly #opensAt: number;
  readonly #closesAt: number;
  readonly #speed: number;
  #lunchUntil = 0;
  /** Future actions, by time. */
  readonly #agenda: { at: number; act: () => void }[] = [];
  readonly #shop: Shop;
  readonly #chance: Chance;

  constructor(
    shop: Shop,
    chance: Chance,
    midnight: number,
    weekday: number,
    firstTicket: number,
  ) {
    this.#shop = shop;
    this.#chance = chance;
    this.nextTicket = firstTicket;
    this.#opensAt = midnight + OPENS * HOUR;
    this.#closesAt = midnight + CLOSES * HOUR;
    this.#speed = chance.around(1, DAY_CV);
    const most = Math.max(
      shop.chairs,
      ...(shop.shifts ?? []).map((s) => s.chairs),
    );
    this.#chairs = Array.from({ length: most }, (_, index) => ({
      freeAt: Infinity,
      breakAt: null,
      isAway: index >= shop.chairs,
    }));
    this.#planArrivals(BY_WEEKDAY[weekday] ?? 1);
    this.#planBookings();
    this.#planBreaks();
    this.#planShifts(midnight);
    for (const chair of this.#chairs) {
      if (!chair.isAway)
        this.#look(chair, this.#opensAt + chance.between(0, 4) * MINUTE);
    }
  }

  play(): Day {
    for (;;) {
      this.#agenda.sort((a, b) => a.at - b.at);
      const first = this.#agenda.shift();
      if (first === undefined) break;
      first.act();
    }
    this.#happenings.sort((a, b) => a.at - b.at);
    return {
      opensAt: this.#opensAt,
      closesAt: this.#closesAt,
      chairs: this.#shop.chairs,
      happenings: this.#happenings,
    };
  }

  #plan(at: number, act: (at: number) => void): void {
    this.#agenda.push({ at, act: () => act(at) });
  }

  #planArrivals(weekday: number): void {
    const load = this.#shop.load ?? 0.9;
    const free = 1 - (this.#shop.booked ?? 0);
    const hourly =
      (load * free * weekday * 60 * this.#shop.chairs) / (MEAN_SERVICE + 2);
    const wave = (from: number, to: number, share: number) => {
      let at = from;
      for (;;) {
        at += this.#chance.gapMinutes(hourly * share) * MINUTE;
        if (at >= to) return;
        this.#plan(at, (now) => this.#arrive(now));
      }
    };
    wave(this.#opensAt - HOUR / 2, this.#opensAt, BEFORE_OPENING);
    BY_HOUR.forEach((share, hour) => {
      wave(
        this.#opensAt + hour * HOUR,
        this.#opensAt + (hour + 1) * HOUR,
        share,
      );
    });
    if (this.#shop.rush === undefined) return;
    const rushAt = this.#opensAt + this.#chance.between(1, 7) * HOUR;
    for (let i = 0; i < this.#shop.rush; i += 1) {
      this.#plan(rushAt + this.#chance.between(0, 15) * MINUTE, (now) =>
        this.#arrive(now),
      );
    }
  }

  #planBookings(): void {
    const share = this.#shop.booked ?? 0;
    for (let at = this.#opensAt; at < this.#closesAt; at += HOUR / 2) {
      for (let chair = 0; chair < this.#shop.chairs; chair += 1) {
        if (!this.#chance.happens(share)) continue;
        this.#plan(at, (now) => this.#enter("due", now));
      }
    }
  }

  #planBreaks(): void {
    if (this.#shop.closesForLunch === true) {
      this.#plan(this.#opensAt + 3.5 * HOUR, (now) => this.#closeForLunch(now));
      return;
    }
    this.#chairs.forEach((chair, index) => {
      const noon = this.#opensAt + 3 * HOUR;
      chair.breakAt =
        noon + (index * 35 + this.#chance.between(0, 20)) * MINUTE;
    });
  }

  #planShifts(midnight: number): void {
    for (const { hour, chairs } of this.#shop.shifts ?? []) {
      this.#plan(midnight + hour * HOUR, (now) => {
        this.#chairs.forEach((chair, index) => {
          const isAway = index >= chairs;
          if (chair.isAway && !isAway) this.#look(chair, now + MINUTE);
          chair.isAway = isAway;
        });
        if (this.#chance.happens(TOLD))
          this.#note({ at: now, kind: "chairs", chairs });
      });
    }
  }

  #note(happening: Happening): void {
    this.#happenings.push(happening);
  }

  #arrive(now: number): void {
    const onDuty = this.#chairs.filter(({ isAway }) => !isAway).length;
    if (this.#line.length >= LONGEST_LINE * Math.max(1, onDuty)) return;
    this.#enter("join", now);
  }

  #enter(kind: "join" | "due", now: number): void {
    const ticket = this.nextTicket;
    this.nextTicket += 1;
    const leaves = kind === "join" && this.#chance.happens(LEAVES);
    const leavesAt = leaves
      ? now + this.#chance.between(10, 60) * MINUTE
      : null;
    const absences = this.#chance.happens(NO_SHOW)
      ? this.#chance.happens(COMES_AT_SECOND_CALL)
        ? 1
        : 2
      : 0;
    const visitor: Visitor = {
      ticket,
      orderAt: now,
      booked: kind === "due",
      leavesAt,
      absences,
    };
    this.#line.push(visitor);
    this.#note({ at: now, kind, ticket });
    if (leavesAt !== null)
      this.#plan(leavesAt, (at) => this.#leave(visitor, at));
    if (now < this.#opensAt) return;
    const idle = this.#chairs.find(
      (chair) => chair.freeAt === Infinity && !chair.isAway,
    );
    if (idle) this.#look(idle, now + this.#chance.between(0.2, 1.5) * MINUTE);
  }

  #leave(visitor: Visitor, now: number): void {
    const index = this.#line.indexOf(visitor);
    if (index < 0) return;
    this.#line.splice(index, 1);
    this.#note({ at: now, kind: "leave", ticket: visitor.ticket });
  }

  /** Makes this chair look for the next customer at `at`. */
  #look(chair: Chair, at: number): void {
    chair.freeAt = at;
    this.#plan(at, (now) => this.#callNext(chair, now));
  }

  #callNext(chair: Chair, now: number): void {
    if (chair.isAway) {
      chair.freeAt = Infinity;
      return;
    }
    if (now < this.#lunchUntil) {
      this.#look(chair, this.#lunchUntil + this.#chance.between(0, 3) * MINUTE);
      return;
    }
    if (chair.breakAt !== null && now >= chair.breakAt) {
      this.#takeBreak(chair, now);
      return;
    }
    const visitor = this.#line.shift();
    if (visitor === undefined) {
      chair.freeAt = Infinity;
      return;
    }
    this.#note({ at: now, kind: "call", ticket: visitor.ticket });
    if (visitor.absences > 0) {
      visitor.absences -= 1;
      this.#plan(now + this.#chance.between(2, 5) * MINUTE, (at) =>
        this.#missed(chair, visitor, at),
      );
      return;
    }
    const minutes =
      this.#chance.around(this.#service(), SERVICE_CV) * this.#speed;
    this.#plan(now + (1 + minutes) * MINUTE, (at) =>
      this.#finish(chair, visitor, at),
    );
  }

  #service(): number {
    let left = this.#chance.next();
    for (const { minutes, share } of SERVICES) {
      left -= share;
      if (left < 0) return minutes;
    }
    return SERVICES[0].minutes;
  }

  #missed(chair: Chair, visitor: Visitor, now: number): void {
    this.#note({ at: now, kind: "noShow", ticket: visitor.ticket });
    const seen = missedBefore(this.#happenings, visitor.ticket);
    if (seen === 1)
      this.#line.splice(Math.min(2, this.#line.length), 0, visitor);
    this.#look(chair, now + this.#chance.between(0, 0.5) * MINUTE);
  }

  #finish(chair: Chair, visitor: Visitor, now: number): void {
    this.#note({ at: now, kind: "done", ticket: visitor.ticket });
    this.#look(chair, now + this.#chance.between(0.2, 2) * MINUTE);
  }

  #takeBreak(chair: Chair, now: number): void {
    chair.breakAt = null;
    const back = now + this.#chance.between(25, 35) * MINUTE;
    const onDuty = this.#chairs.filter(({ isAway }) => !isAway).length;
    const isTold = this.#chance.happens(TOLD);
    if (isTold && onDuty === 1) {
      this.#note({ at: now, kind: "pause", until: now + 30 * MINUTE });
      this.#plan(back, (at) => this.#note({ at, kind: "resume" }));
    } else if (isTold) {
      this.#note({ at: now, kind: "chairs", chairs: onDuty - 1 });
      chair.isAway = true;
      this.#plan(back, (at) => {
        chair.isAway = false;
        const then = this.#chairs.filter(({ isAway }) => !isAway).length;
        this.#note({ at, kind: "chairs", chairs: then });
      });
    }
    this.#look(chair, back + 1);
  }

  #closeForLunch(now: number): void {
    this.#lunchUntil = now + LUNCH;
    this.#note({ at: now, kind: "pause", until: this.#lunchUntil });
    this.#plan(this.#lunchUntil, (at) => this.#note({ at, kind: "resume" }));
  }
}

const missedBefore = (happenings: readonly Happening[], ticket: number) =>
  happenings.filter((one) => one.kind === "noShow" && one.ticket === ticket)
    .length;
