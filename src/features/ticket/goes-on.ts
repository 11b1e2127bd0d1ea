/** Whether people are being called at all: nobody is told to come close to a counter that is shut. */
import { openingAt } from "../../lib/opening";
import type { Line, Profile } from "./types";

/** A shop that called somebody this lately is at work, whatever its hours say: the line at closing time. */
const AT_WORK_MS = 30 * 60_000;

/** Open, or at work past closing time, and not paused; `now` in epoch ms. */
export function goesOn(profile: Profile, line: Line, now: number): boolean {
  if (line.pause !== null) return false;
  const atWork = line.lastCallAt !== null && now - line.lastCallAt < AT_WORK_MS;
  return atWork || openingAt(profile, now).open;
}
