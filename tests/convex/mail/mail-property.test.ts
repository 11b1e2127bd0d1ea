/**
 * Any sequence of changes to a booking, with any answers of the mail service. No holder gets the same mail twice or a
 * wrong one. In the end each knows how the booking stands (product.md E1 to E3, E7).
 */
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { timeAt } from "../../../convex/booking/rules/mails.ts";
import { at, openBookingShop, pass } from "../booking/booking-shop.ts";
import { rows, maintain } from "../open-app.ts";
import { press } from "../base/calls.ts";
import { MINUTE, NOON } from "../fake-clock.ts";

const desk = api.desk.actions;

const ADDRESSES = ["ann@example.com", "ann@other.example"];
const DAY = "2026-11-25";
const CLOCKS = ["10:00", "11:00", "15:00"];

/** `lost`: taken, but the answer is lost; `cut`: not taken, which the sender cannot know; 429: not taken. */
type Answer = "ok" | "lost" | "cut" | 429;
type Letter = { to: string; subject: string };

/** A service that respects idempotency keys, as Resend does. */
function openService() {
  const answers: Answer[] = [];
  const taken: Letter[] = [];
  const keys = new Map<string, string>();
  vi.stubGlobal("fetch", async (_url: URL, request: RequestInit) => {
    const answer = answers.shift() ?? "ok";
    if (answer === "cut") throw new TypeError("terminated");
    if (answer === 429) return new Response("{}", { status: 429 });
    const text = request.body as string;
    const key = new Headers(request.headers).get("Idempotency-Key") ?? "";
    const known = keys.get(key);
    if (known !== undefined && known !== text)
      return new Response("{}", { status: 409 });
    keys.set(key, text);
    if (known === undefined) {
      const { to, subject } = JSON.parse(text) as {
        to: string[];
        subject: string;
      };
      taken.push({ to: to[0] ?? "", subject });
    }
    if (answer === "lost") throw new TypeError("terminated");
    return new Response("{}", { status: 200 });
  });
  return { answers, taken };
}

beforeEach(() => {
  vi.stubEnv("MAIL_API_KEY", "re_1");
  vi.stubEnv("MAIL_FROM", "Yourturn <hello@yourturn.example>");
  vi.stubEnv("SITE_URL", "https://yourturn.example");
});

const one = <T>(what: T, how: fc.Arbitrary<number> = fc.constant(0)) =>
  how.map((which) => ({ what, which }));
const action = fc.oneof(
  { weight: 3, arbitrary: one("move" as const, fc.nat(2)) },
  { weight: 1, arbitrary: one("leave" as const) },
  { weight: 1, arbitrary: one("remove" as const) },
  { weight: 2, arbitrary: one("undo" as const) },
  { weight: 1, arbitrary: one("address" as const, fc.nat(1)) },
  { weight: 1, arbitrary: one("deliver" as const, fc.nat(9)) },
  { weight: 1, arbitrary: one("upkeep" as const) },
  {
    weight: 4,
    arbitrary: one("pass" as const, fc.constantFrom(1, 16, 16, 61, 301)),
  },
);
const answer = fc.constantFrom<Answer[]>("ok", "ok", "lost", "cut", 429);

test("no customer gets the same mail twice or a wrong one, and each gets the final state", async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { maxLength: 5 }),
      fc.array(action, { minLength: 4, maxLength: 9 }),
      async (answers, actions) => {
        vi.useFakeTimers({ now: NOON });
        const { answers: next, taken } = openService();
        next.push(...answers);
        const shop = await openBookingShop();
        const [email = ""] = ADDRESSES;
        const first = await shop.tryBook(at("10:00", DAY), { email });
        const { secret } = first;
        expect(first.answer.ok).toBe(true);
        const { app, owner } = shop;
        const ticket = async () => must((await rows(app, "tickets"))[0], "one");
        const events: string[] = [];
        const act = async ({ what, which }: (typeof actions)[number]) => {
          // No two actions share a moment.
          await pass(app, 1);
          const { _id: ticketId } = await ticket();
          switch (what) {
            case "move":
              await shop.move(secret, at(CLOCKS[which] ?? "", DAY));
              return;
            case "leave":
              await app.backend.mutation(api.line.tickets.leave, { secret });
              return;
            case "remove":
            case "address": {
              const email = ADDRESSES[which] ?? "";
              const done =
                what === "remove"
                  ? await press(owner, desk.remove, { ticketId })
                  : await press(owner, desk.edit, { ticketId, email });
              if (done.ok) events.push(done.eventId);
              return;
            }
            case "undo": {
              const eventId = events.pop();
              if (eventId === undefined) return;
              await press(owner, desk.undo, { eventId });
              return;
            }
            case "deliver": {
              const mails = await rows(app, "mails");
              const mail = mails[which % Math.max(1, mails.length)];
              if (mail === undefined) return;
              const args = { mailId: mail._id };
              await app.backend.action(internal.upkeep.mails.deliver, args);
              return;
            }
            case "upkeep":
              await maintain(app);
              await pass(app, 0);
              return;
            case "pass":
              await pass(app, which * 1_000);
          }
        };
        for (const one of actions) {
          const before = taken.length;
          const { email: is } = await ticket();
          await act(one);
          for (const { to } of taken.slice(before)) expect(to).toBe(is);
        }
        next.length = 0;
        // All pauses between tries and some more. The booking is days ahead.
        for (const minutes of [1, 5, 20, 60, 180, 10])
          await pass(app, minutes * MINUTE);
        for (const address of ADDRESSES) {
          const news = taken
            .filter(({ to }) => to === address)
            .map(({ subject }) => subject.replace(/^(Booked|Moved)/, "At"));
          // After an unknown result another mail may have gone out in between, so the same news may be sent again.
          if (answers.includes("cut")) continue;
          for (const [index, subject] of news.entries())
            expect(subject).not.toBe(news[index - 1]);
        }
        const { email: known, state } = await ticket();
        const last = taken.findLast(({ to }) => to === known)?.subject;
        if (state.status === "waiting") {
          expect(last).toMatch(/^(Booked|Moved): /);
          const shop = { timezone: "Europe/London", country: "GB" };
          expect(last).toContain(timeAt(state.orderAt, shop));
        } else expect(last ?? "Cancelled: ").toMatch(/^Cancelled: /);
        told += taken.length;
        vi.useRealTimers();
      },
    ),
    { numRuns: process.env["FAULTS"] === "full" ? 1_000 : 40 },
  );
  // Checks that the property ran on real mails.
  expect(told).toBeGreaterThan(40);
});
