/** Makes a phone noticed: vibration, sound, notification. Each is missing on some phones, and none may throw. */
import { playCall, playSoon } from "./tones";
import { placeIn } from "../place-in";
import type { Ticket } from "../types";
import { ticket } from "../../../strings/ticket";

/** product.md C2: buzz 200, rest 100, buzz 200 ms. */
const CALL_VIBRATION = [200, 100, 200];
const SOON_VIBRATION = [80];

export function mustRing(
  ticket: { status: string; callCount: number },
  rung: number,
): boolean {
  return ticket.status === "called" && ticket.callCount > rung;
}

/** Vibrates, sounds, and notifies if permitted. */
export function ring(called: Pick<Ticket, "ticketId" | "place">): void {
  vibrate(CALL_VIBRATION);
  playCall();
  const body = ticket.yourTurn.body(placeIn(called));
  notify(called.ticketId, ticket.yourTurn.title, body);
}

export function ringSoftly(ticketId: string, title: string, body: string) {
  vibrate(SOON_VIBRATION);
  playSoon();
  notify(ticketId, title, body);
}

/** Closes a ticket's notifications, those of this page and those of pushes. */
export async function closeNotifications(ticketId: string): Promise<void> {
  try {
    shown.get(ticketId)?.close();
    shown.delete(ticketId);
    const worker = await navigator.serviceWorker.getRegistration();
    const pushed = await worker?.getNotifications({ tag: ticketId });
    pushed?.forEach((one) => one.close());
  } catch {
    // No notifications in this browser.
  }
}

export function canVibrate(): boolean {
  return "vibrate" in navigator;
}

function vibrate(pattern: number[]): void {
  try {
    // Before the first tap browsers refuse, and log it to the console.
    const tapped = navigator.userActivation?.hasBeenActive ?? true;
    if (canVibrate() && tapped) navigator.vibrate(pattern);
  } catch {
    // Refused by the browser: sound and screen remain.
  }
}

const shown = new Map<string, Notification>();

function notify(tag: string, title: string, body: string): void {
  try {
    if (Notification.permission !== "granted") return;
    // One per ticket: a call replaces "almost".
    shown.set(tag, new Notification(title, { body, tag }));
  } catch {
    // Chrome on Android allows notifications only from a service worker.
    notifyFromWorker(tag, title, body).catch(() => undefined);
  }
}

async function notifyFromWorker(tag: string, title: string, body: string) {
  const worker = await navigator.serviceWorker.getRegistration();
  const { pathname, search } = window.location;
  const data = { path: pathname + search };
  await worker?.showNotification(title, { body, tag, data });
}
