/** A slower product, for races. */
import type { Patch } from "../../engine/bench/deployment/work-folder.ts";

/** Lets other transactions run: only short inputs are digested within the transaction (functions/digest.ts). */
const PAUSE = `  await crypto.subtle.digest("SHA-256", new Uint8Array(4096));\n`;

/** Pauses between the reads and writes of what the races test. Without them there would be no race on this engine. */
export const PAUSES: readonly Patch[] = [
  {
    file: "desk/data/calling.ts",
    from: "  const [first] = await firstWaiting(ctx, row, 1);\n  return first",
    to: `  const [first] = await firstWaiting(ctx, row, 1);\n${PAUSE}  return first`,
  },
  {
    file: "desk/data/calling.ts",
    from: "  const line = openAsStaff(ctx, row, now);\n  const move = ",
    to: `  const line = openAsStaff(ctx, row, now);\n${PAUSE}  const move = `,
  },
  {
    file: "queue/data/queues.ts",
    from: "  const limit = plans[plan].queueLimit;\n  if (existing",
    to: `  const limit = plans[plan].queueLimit;\n${PAUSE}  if (existing`,
  },
  {
    file: "line/data/closing.ts",
    from: "  const eventId = await insertEvent(ctx, event);\n  if (expected",
    to: `  const eventId = await insertEvent(ctx, event);\n${PAUSE}  if (expected`,
  },
  {
    file: "line/data/joining.ts",
    from: "now);\n  const { network } = caller;\n",
    to: `now);\n${PAUSE}  const { network } = caller;\n`,
  },
  {
    file: "booking/data/bookings.ts",
    from: "now);\n  const { network } = caller;\n",
    to: `now);\n${PAUSE}  const { network } = caller;\n`,
  },
  {
    file: "booking/data/bookings.ts",
    from: '  const move = { kind: "rebook", slot } as const;\n',
    to: `  const move = { kind: "rebook", slot } as const;\n${PAUSE}`,
  },
  {
    file: "messages/data/smsQuota.ts",
    from: "  const limit = plans[business.plan].smsPerMonth;\n",
    to: `  const limit = plans[business.plan].smsPerMonth;\n${PAUSE}`,
  },
];
