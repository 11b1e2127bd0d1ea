/** The start of every app: its style, its language, then the app. */
import "./base.css";
import { must } from "../lib/must";
import { watchMissingFiles } from "../lib/server/newer-version";
import { keepServiceWorker } from "../lib/server/service-worker";
import { openLanguage } from "../strings/language/language";
import { languageFiles } from "../strings/language/files";

type App = { start: (root: HTMLElement) => void | Promise<void> };

export async function begin(load: () => Promise<App>): Promise<void> {
  // public/theme.js checks this: without it the first script failed to load.
  document.documentElement.dataset["started"] = "";
  watchMissingFiles();
  // In development it would interfere with Vite.
  if (import.meta.env.PROD) keepServiceWorker();
  try {
    const root = must(document.getElementById("root"), "the page has no #root");
    // First, because the apps read its tables while they load.
    await openLanguage(navigator.languages, languageFiles);
    const { start } = await load();
    await start(root);
  } catch (error) {
    console.error("The app could not be loaded", error);
    window.dispatchEvent(new Event("yourturn:not-loaded"));
  }
}
