/** Prerenders pages for build/pages.ts. No browser loads this. */
import { renderToString } from "react-dom/server";
import { frontPaths, type FrontPath } from "./apps";
import { FrontPage, frontScreens } from "./front-page";

export { frontPaths };

/** The page's content, beginning with its <title>; for build/pages.ts. */
export async function draw(path: FrontPath): Promise<string> {
  const { default: Screen } = await frontScreens[path]();
  return renderToString(<FrontPage Screen={Screen} />);
}
