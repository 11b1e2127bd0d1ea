/** Making a phone noticed: vibration, sound, notification. Each is missing on some phone; none may throw. */
import { playCall, playSoon } from "./sound";
import { customers } from "../../texts/customers";

/** product.md C2: buzz 200, rest 100, buzz 200 ms. */
const CALL_VIBRATION = [200, 100, 200];
const SOON_VIBRATION = [80];

/**
 * Whether the phone must ring now: once for each time the counter called.
 * @param rung the callCount that this device has already rung for
 */
export function mustRing(
  ticket: { status: string; callCount: number },
  rung: number,
): boolean {
  return ticket.status === "called" && ticket.callCount > rung;
}

/** Vibrates, sounds, and notifies if that is permitted. */
export function ring(): void {
  vibrate(CALL_VIBRATION);
  playCall();
  notify(customers.yourTurnTitle, customers.yourTurnBody);
}

/** The same, short and soft: nobody has to run. */
export function ringSoftly(title: string, body: string): void {
  vibrate(SOON_VIBRATION);
  playSoon();
  notify(title, body);
}

/** Whether this phone can vibrate at all; iPhones cannot. */
export function canVibrate(): boolean {
  return "vibrate" in navigator;
}

/** Asks to be allowed to notify. Only works inside a tap. */
export function askToNotify(): void {
  try {
    if (Notification.permission === "default") {
      void Notification.requestPermission().catch(() => undefined);
    }
  } catch {
    // No notifications in this browser.
  }
}

function vibrate(pattern: number[]): void {
  try {
    // Before the first tap browsers refuse, and say so in the console.
    const tapped = navigator.userActivation?.hasBeenActive ?? true;
    if (canVibrate() && tapped) navigator.vibrate(pattern);
  } catch {
    // Refused by the browser: sound and screen remain.
  }
}

function notify(title: string, body: string): void {
  try {
    if (Notification.permission !== "granted") return;
    // One at a time: a call takes the place of "almost".
    new Notification(title, { body, tag: "yourturn-call" });
  } catch {
    // Chrome on Android allows notifications only from a service worker.
  }
}
