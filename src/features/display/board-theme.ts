/** The board is dark; light by `?theme=light` or by its own switch, which this screen remembers. Not the reader's theme elsewhere (lib/theme.ts). */
import { readStored, storageKeys, writeStored } from "../../lib/storage";

export type BoardTheme = "light" | "dark";

/** What the address says, else what was chosen here. */
export function chosenTheme(search: string): BoardTheme {
  const asked =
    new URLSearchParams(search).get("theme") ??
    readStored(storageKeys.boardTheme);
  return asked === "light" ? "light" : "dark";
}

/** Remembers it; the address says it no longer. */
export function rememberTheme(theme: BoardTheme): void {
  writeStored(storageKeys.boardTheme, theme);
  const url = new URL(window.location.href);
  if (!url.searchParams.has("theme")) return;
  url.searchParams.delete("theme");
  window.history.replaceState(null, "", url);
}
