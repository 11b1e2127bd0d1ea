/** Light or dark: the system's choice until the user picks one. public/theme.js applies it. */
import { useSyncExternalStore } from "react";
import { newListeners } from "./listeners";
import { storageKeys, writeStored } from "./storage";

export type Theme = "light" | "dark";

const listeners = newListeners();

export function currentTheme(): Theme {
  return document.documentElement.dataset["theme"] === "dark"
    ? "dark"
    : "light";
}

export function chooseTheme(theme: Theme): void {
  writeStored(storageKeys.theme, theme);
  document.documentElement.dataset["theme"] = theme;
  listeners.notify();
}

function subscribe(notify: () => void): () => void {
  // Runs after public/theme.js, which registered its listener earlier.
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const stop = listeners.subscribe(notify);
  system.addEventListener("change", notify);
  return () => {
    stop();
    system.removeEventListener("change", notify);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
