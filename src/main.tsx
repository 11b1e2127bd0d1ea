/**
 * The start. Customers and everybody else get different apps: /join carries no
 * router, no sign-in and no windows, because it is opened on a phone at a door.
 */
import "./app/base.css";
import { paths } from "./lib/paths";
import { must } from "./lib/must";
import { watchMissingFiles } from "./lib/newer-version";
import { keepServiceWorker } from "./lib/service-worker";
import { openLanguage } from "./texts/language";
import { languageFiles } from "./texts/language-files";

watchMissingFiles();
// In development it would stand between the page and Vite.
if (import.meta.env.PROD) keepServiceWorker();

const root = must(document.getElementById("root"), "index.html has no #root");
const atJoin =
  window.location.pathname.replace(/\/+$/, "") === String(paths.join);

const loadApp = () =>
  atJoin ? import("./app/customer-app") : import("./app/site-app");

// The language first: the apps read its tables when they are loaded.
openLanguage(navigator.languages, languageFiles)
  .then(loadApp)
  .then(
    ({ start }) => start(root),
    (error: unknown) => {
      console.error("The app could not be loaded", error);
      // public/theme.js listens and says so on the page.
      window.dispatchEvent(new Event("yourturn:not-loaded"));
    },
  );
