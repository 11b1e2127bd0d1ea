/** A slower product, for races. */
import type { Patch } from "../bench/engine/work-folder.ts";

/** Lets others run: the engine digests only short inputs without leaving the transaction (functions/digest.ts). */
const PAUSE = `  await crypto.subtle.digest("SHA-256", new Uint8Array(4096));\n`;

/**
 * Makes Call next, join, booking and moving let others run between what they read and what they write. The product's own take no such
 * pause on this engine, so that their races would be none.
 */
export const PAUSES: readonly Patch[] = [
  {
    file: "data/counter.ts",
    from: "  const [first] = await firstWaiting(ctx, line, 1);\n  return first",
    to: `  const [first] = await firstWaiting(ctx, line, 1);\n${PAUSE}  return first`,
  },
  {
    file: "data/joining.ts",
    from: "  const secretHash = await hashSecret(args.secret);\n",
    to: `  const secretHash = await hashSecret(args.secret);\n${PAUSE}`,
  },
  {
    file: "data/bookings.ts",
    from: "  const secretHash = await hashSecret(args.secret);\n",
    to: `  const secretHash = await hashSecret(args.secret);\n${PAUSE}`,
  },
  {
    file: "data/bookings.ts",
    from: "  const { slot } = chosen;\n",
    to: `  const { slot } = chosen;\n${PAUSE}`,
  },
];
