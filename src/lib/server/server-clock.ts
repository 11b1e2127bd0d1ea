/**
 * How far this device's clock is from the server's. Hold times and "joined at"
 * are server times; a phone an hour off would otherwise show a hold clock of
 * 65 minutes. The Date header of our own origin is exact to a second, which is
 * what the screens show.
 */

/** Smaller differences are noise of the network and of the header's whole seconds. */
const NOISE_MS = 3_000;

let offsetMs = 0;
let asked: Promise<void> | undefined;

/** The server's time in epoch milliseconds, as well as this device knows it. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

/** Asks the server for its time, once per page. Failure leaves the device's clock in use. */
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
    if (Math.abs(server - halfway) > NOISE_MS) offsetMs = server - halfway;
  } catch {
    // Offline or blocked: the device's own clock is the best there is.
  }
}
