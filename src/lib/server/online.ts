/**
 * Whether the browser has a network. Windows says no where it does not reach Microsoft, as behind some VPNs or in a
 * shop whose internet is down. A message from our server proves that there is one.
 */
import { Listeners } from "../listeners";

let isHeard = false;
const listeners = new Listeners();

export function isOnline(): boolean {
  return navigator.onLine || isHeard;
}

export function onOnlineChange(notify: () => void): () => void {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  const stop = listeners.subscribe(notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
    stop();
  };
}

/** A message of the server has arrived. Counts until the browser loses its network. */
export function noteHeard(): void {
  if (isOnline()) return;
  setHeard(true);
  window.addEventListener("offline", () => setHeard(false), { once: true });
}

function setHeard(heard: boolean): void {
  isHeard = heard;
  listeners.notify();
}
