/** The display is dark, or light by `?theme=light` or its own remembered switch. */
import { readStored, storageKeys, writeStored } from "../../lib/storage";

export type BoardTheme = "light" | "dark";

export function chosenTheme(search: string): BoardTheme {
  const asked =
    new URLSearchParams(search).get("theme") ??
    readStored(storageKeys.boardTheme);
  return asked === "light" ? "light" : "dark";
}

export function rememberTheme(theme: BoardTheme): void {
  writeStored(storageKeys.boardTheme, theme);
  const url = new URL(window.location.href);
  if (!url.searchParams.has("theme")) return;
  url.searchParams.delete("theme");
  window.history.replaceState(null, "", url);
}
