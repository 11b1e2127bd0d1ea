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
    file: "messages/data/smsQuota.ts",
    from: "  const limit = plans[business.plan].smsPerMonth;\n",
    to: `  const limit = plans[business.plan].smsPerMonth;\n${PAUSE}`,
  },
];
