/**
 * kill -9 while mails, pushes, texts and calendar events are being sent. After the restart each intended message has
 * arrived exactly once, or is recorded as unknown. The mail server knows no keys, so a mail that is sent twice arrives
 * twice. Mutation tests run at full length, each with a changed product: it repeats interrupted sends, uses a new event
 * id each time, or never resumes interrupted work.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFull, times } from "../../engine/faults/counts.ts";
import { openOutside, type Outside } from "./outside.ts";
import { outboxRounds } from "./outbox-rounds.ts";
import { openShop, type Shop } from "./shop.ts";

const ROUNDS = times(2, 30);
/** Attempts until it fails: kills are random. */
const ATTEMPTS = 20;

describe("outboxes", () => {
  let shop: Shop;
  let outside: Outside;
  beforeAll(async () => {
    shop = await openShop();
    await shop.setPlan("enterprise");
    outside = await openOutside(shop);
  });
  afterAll(async () => {
    await shop.close();
    await outside.close();
  });

  test(`lose nothing and send nothing twice in ${ROUNDS} kills`, async () => {
    const report = await outboxRounds(shop, outside, ROUNDS);
    expect(report.wrong).toEqual([]);
    expect(report.meant).toBeGreaterThan(ROUNDS);
    if (isFull) expect(report.unknown).toBeLessThan(report.meant);
  });
});

const canaries = [
  {
    what: "a mail that was being sent is sent again",
    file: "mail/data/outbox.ts",
    from: '{ state: "unknown", nextAt: now }',
    to: '{ state: "queued", nextAt: now }',
  },
  {
    what: "a mail that waits is forgotten",
    file: "mail/data/outbox.ts",
    from: 'await late("queued")',
    to: "[]",
  },
  {
    what: "a text that was being sent is sent again",
    file: "messages/data/sms.ts",
    from: 'for (const row of sending) await settleText(ctx, row, { kind: "unknown" });',
    to: 'for (const row of sending) await ctx.db.patch("smsMessages", row._id, { state: "queued", at: now });',
  },
  {
    what: "a text that waits is forgotten",
    file: "messages/data/sms.ts",
    from: 'await since("queued", now)',
    to: "[]",
  },
  {
    what: "a push that nobody has taken is forgotten",
    file: "messages/data/escalation.ts",
    from: "} else if (stands) {",
    to: "} else if (now < 0) {",
  },
  {
    what: "a push that was being sent is sent again",
    file: "messages/data/escalation.ts",
    from: "if (step.receiptHash !== undefined) {",
    to: 'if (step.receiptHash !== undefined) await ctx.db.patch("alertSteps", stepId, { receiptHash: undefined });\n    if (now < 0) {',
  },
  {
    what: "an event has another id each time",
    file: "calendar/data/outbox.ts",
    from: "eventIdOf(row.ticketId, row.edition)",
    to: "eventIdOf(row.ticketId, now)",
  },
];

if (isFull)
  describe("outboxes notice that", () => {
    test.each(canaries)("$what", async ({ what: _, ...patch }) => {
      const shop = await openShop({ patches: [patch] });
      await shop.setPlan("enterprise");
      const outside = await openOutside(shop);
      const report = await outboxRounds(shop, outside, ATTEMPTS);
      await shop.close();
      await outside.close();
      expect(report.wrong).not.toEqual([]);
    });
  });
