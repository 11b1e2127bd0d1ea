/** The app of the front: a fixed page at each address, plain links between them. It takes over what the build has drawn into the page. */
import "./front.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { isEnglish } from "../strings/language/language";
import { isFrontPath, plainPath } from "./apps";
import { FrontPage, frontScreens } from "./front-page";

/** Draws the app into `root`. @throws Error at an address that is not the front's */
export async function start(root: HTMLElement): Promise<void> {
  const path = plainPath(window.location.pathname);
  if (!isFrontPath(path)) throw new Error(`Nothing is drawn at ${path}`);
  const { default: Screen } = await frontScreens[path]();
  const page = <FrontPage Screen={Screen} />;
  // The build draws in English; in development it has drawn nothing.
  if (isEnglish() && root.childElementCount > 0) hydrateRoot(root, page);
  else createRoot(root).render(page);
}
