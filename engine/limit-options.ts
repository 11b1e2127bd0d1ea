/** Limits as written on the command line: `queries=64,message=65536,held=524288`. Their meaning is in memory/. */
import { CONVEX_LIMITS, type Limits } from "./sync/caller-limits.ts";

/** The given options; undefined leaves Convex's own values. */
export type LimitOptions = {
  readonly "anonymous-limits"?: string | undefined;
  readonly "user-limits"?: string | undefined;
  readonly "memory-limits"?: string | undefined;
};

/** @throws Error naming the option, for an unknown name or an invalid number */
export function parseLimits(given: LimitOptions): Limits {
  const { anonymous, user, memory } = CONVEX_LIMITS;
  return {
    ...CONVEX_LIMITS,
    anonymous: changed(anonymous, "anonymous-limits", given),
    user: changed(user, "user-limits", given),
    memory: changed(memory, "memory-limits", given),
  };
}

function changed<T extends Readonly<Record<string, number>>>(
  defaults: T,
  option: keyof LimitOptions,
  given: LimitOptions,
): T {
  const changes: Record<string, number> = {};
  for (const pair of (given[option] ?? "").split(",")) {
    if (pair === "") continue;
    const [name = "", text] = pair.split("=");
    if (!Object.hasOwn(defaults, name))
      throw new Error(
        `--${option} may set ${Object.keys(defaults).join(", ")}, not "${name}"`,
      );
    changes[name] = positive(option, text);
  }
  return { ...defaults, ...changes };
}

function positive(option: string, text = ""): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text);
  throw new Error(`--${option} takes whole numbers above 0, not "${text}"`);
}
