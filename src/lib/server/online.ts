/**
 * Whether the server can be reached. Windows says no where it does not reach Microsoft, as behind some VPNs or in a shop
 * whose internet is down. A message from our server proves that there is a network. A connection that died while the
 * device slept looks open: then only the server's silence shows it.
 */
import { newListeners } from "../listeners";

/** The server sends something every 15 s. */
const SILENT_MS = 20_000;
/** In this time a page that was asleep receives what waited for it. */
const WAKING_MS = 300;

let isHeard = false;
/** Since the page woke. */
let isSilent = false;
/** By the device's clock, epoch ms. */
let lastHeard = Infinity;
const listeners = newListeners();

export function isOnline(): boolean {
  return (navigator.onLine || isHeard) && !isSilent;
}

/** For how long the server was silent while the device slept, ms. */
export function silence(): number {
  return isSilent ? Date.now() - lastHeard : 0;
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

/** A message of the server has arrived. Proves the network until the browser loses it. */
export function noteHeard(): void {
  lastHeard = Date.now();
  if (isOnline()) return;
  isSilent = false;
  setHeard(true);
  window.addEventListener("offline", () => setHeard(false), { once: true });
}

function setHeard(heard: boolean): void {
  isHeard = heard;
  listeners.notify();
}

/** Doubts the connection when the page wakes after a silence. @param renew runs if the silence lasts */
export function watchSilence(renew: () => void): void {
  const onWake = () => {
    if (isSilent || document.hidden) return;
    if (Date.now() - lastHeard < SILENT_MS) return;
    isSilent = true;
    listeners.notify();
    setTimeout(() => isSilent && renew(), WAKING_MS);
  };
  for (const sign of ["visibilitychange", "focus"]) {
    window.addEventListener(sign, onWake);
  }
}
