/**
 * The offset of this device's clock from the server's. Hold times and "joined at" are server times: a phone an hour off
 * would show a hold clock of 65 minutes. Our origin's Date header is exact to a second.
 */

/** Smaller differences are noise of the network and of the header's whole seconds. */
const NOISE_MS = 3_000;

let offsetMs = 0;
const listeners = new Set<() => void>();
let asked: Promise<void> | undefined;

/** Epoch ms, as well as this device knows it. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Notifies when the clock is set right. */
export function onServerClock(notify: () => void): void {
  listeners.add(notify);
}

/** Asks the server for its time, once per page. On failure the device's clock stays in use. */
export function syncServerClock(): Promise<void> {
  asked ??= measure();
  return asked;
}

async function measure(): Promise<void> {
  try {
    const sentAt = Date.now();
    const answer = await fetch("/", { method: "HEAD", cache: "no-store" });
    const halfway = (sentAt + Date.now()) / 2;
    const header = answer.headers.get("date");
    // The header is cut to whole seconds: on average half a second early.
    const server = header === null ? NaN : Date.parse(header) + 500;
    if (!(Math.abs(server - halfway) > NOISE_MS)) return;
    offsetMs = server - halfway;
    listeners.forEach((notify) => notify());
  } catch {
    // Offline or blocked: use the device's own clock.
  }
}
