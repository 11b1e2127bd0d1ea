/** The start of every app: its style, its language, then itself. */
import "./base.css";
import { must } from "../lib/must";
import { watchMissingFiles } from "../lib/server/newer-version";
import { keepServiceWorker } from "../lib/server/service-worker";
import { openLanguage } from "../strings/language/language";
import { languageFiles } from "../strings/language/files";

/** What an app's own module exports. */
type App = { start: (root: HTMLElement) => void | Promise<void> };

/** Loads the app and lets it draw; says so on the page when that cannot be done. */
export async function begin(load: () => Promise<App>): Promise<void> {
  // public/theme.js looks for it: without it the first script itself was not there.
  document.documentElement.dataset["started"] = "";
  watchMissingFiles();
  // In development it would stand between the page and Vite.
  if (import.meta.env.PROD) keepServiceWorker();
  try {
    const root = must(document.getElementById("root"), "the page has no #root");
    // First, because the apps read its tables when they are loaded.
    await openLanguage(navigator.languages, languageFiles);
    const { start } = await load();
    await start(root);
  } catch (error) {
    console.error("The app could not be loaded", error);
    window.dispatchEvent(new Event("yourturn:not-loaded"));
  }
}
