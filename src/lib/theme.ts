/**
 * Light or dark: the system's choice until someone uses the toggle, then theirs.
 * public/theme.js applies the stored choice before the first paint; this is the
 * same rule for the running page.
 */
import { useSyncExternalStore } from "react";
import { readStored, storageKeys, writeStored } from "./storage";

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

function followSystem(): void {
  if (readStored(storageKeys.theme) !== null) return;
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  listeners.forEach((notify) => notify());
}

function subscribe(notify: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  listeners.add(notify);
  system.addEventListener("change", followSystem);
  return () => {
    listeners.delete(notify);
    system.removeEventListener("change", followSystem);
  };
}

/** The theme on screen, kept up to date when the toggle or the system changes it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
