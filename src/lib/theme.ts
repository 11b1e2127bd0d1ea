/**
 * Light or dark: the system's choice until someone uses the toggle, then theirs.
 * public/theme.js shows it, before the first paint and when the system's
 * changes; this is the toggle, and what is drawn anew with each theme.
 */
import { useSyncExternalStore } from "react";
import { storageKeys, writeStored } from "./storage";

export type Theme = "light" | "dark";

const listeners = new Set<() => void>();

/** What the page shows now. */
export function currentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark"
    ? "dark"
    : "light";
}

/** Shows a theme and remembers it as the person's own choice. */
export function chooseTheme(theme: Theme): void {
  writeStored(storageKeys.theme, theme);
  document.documentElement.dataset["theme"] = theme;
  listeners.forEach((notify) => notify());
}

function subscribe(notify: () => void): () => void {
  // Told after public/theme.js, which has listened for longer.
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  listeners.add(notify);
  system.addEventListener("change", notify);
  return () => {
    listeners.delete(notify);
    system.removeEventListener("change", notify);
  };
}

/** The theme on screen, kept up to date when the toggle or the system changes it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
