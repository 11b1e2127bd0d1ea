/** The app of the front: a fixed page per address, with plain links between them. It hydrates the prerendered page. */
import "./front.css";
import { createRoot, hydrateRoot } from "react-dom/client";
import { isEnglish } from "../strings/language/language";
import { isFrontPath, plainPath } from "./apps";
import { FrontPage, frontScreens } from "./front-page";

/** Renders the app into `root`. @throws Error at an address that is not the front's */
export async function start(root: HTMLElement): Promise<void> {
  const path = plainPath(window.location.pathname);
  if (!isFrontPath(path)) throw new Error(`Nothing is drawn at ${path}`);
  const { default: Screen } = await frontScreens[path]();
  const page = <FrontPage Screen={Screen} />;
  // The build prerenders in English. In development nothing is prerendered.
  if (isEnglish() && root.childElementCount > 0) hydrateRoot(root, page);
  else createRoot(root).render(page);
}
