/** Draws pages while they are built, for build/pages.ts; no browser loads this. */
import { renderToString } from "react-dom/server";
import { frontPaths, type FrontPath } from "./apps";
import { FrontPage, frontScreens } from "./front-page";

/** The addresses whose pages hold all that they show before a script runs. */
export { frontPaths };

/** The page's content, beginning with its <title>. */
export async function draw(path: FrontPath): Promise<string> {
  const { default: Screen } = await frontScreens[path]();
  return renderToString(<FrontPage Screen={Screen} />);
}
