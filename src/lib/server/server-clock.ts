/**
 * The offset of this device's clock from the server's. Hold times and "joined at" are server times: a phone an hour off
 * would show a hold clock of 65 minutes. Our origin's Date header is exact to a second.
 */
import { newListeners } from "../listeners";

/** Smaller differences are noise of the network and of the header's whole seconds. */
const NOISE_MS = 3_000;
/** How often to check whether the device's clock was set. */
const CHECK_MS = 15_000;

let offsetMs = 0;
/** What the device's clock showed when the page's stopwatch began. Another value later: it was set meanwhile. */
let begunAt = beginOfPage();
const listeners = newListeners();
let asked: Promise<void> | undefined;

/** Epoch ms, as well as this device knows it. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Notifies when the clock is set right. */
export const onServerClock = listeners.subscribe;

/** Asks the server for its time, and again when the device's clock was set. On failure that clock stays in use. */
export function syncServerClock(): Promise<void> {
  if (asked === undefined) window.setInterval(measureIfSet, CHECK_MS);
  asked ??= measure();
  return asked;
}

function beginOfPage(): number {
  return Date.now() - performance.now();
}

function measureIfSet(): void {
  if (Math.abs(beginOfPage() - begunAt) > NOISE_MS) void measure();
}

async function measure(): Promise<void> {
  try {
    const sentAt = Date.now();
    const answer = await fetch("/", { method: "HEAD", cache: "no-store" });
    const halfway = (sentAt + Date.now()) / 2;
    const header = answer.headers.get("date");
    // The header is cut to whole seconds: on average half a second early.
    const server = header === null ? NaN : Date.parse(header) + 500;
    const offset = Math.abs(server - halfway) > NOISE_MS ? server - halfway : 0;
    begunAt = beginOfPage();
    if (offset === offsetMs) return;
    offsetMs = offset;
    listeners.notify();
  } catch {
    // Offline or blocked: use the device's own clock.
  }
}
