/** The end of what index.html shows before the app is there: the mark and "Loading...". Its look is base.css, its beginning public/theme.js. */
import { useLayoutEffect } from "react";

/** Drawn together with the first content; draws nothing itself. */
export function Drawn() {
  // Before the browser paints, so that the two are never seen together.
  useLayoutEffect(() => {
    delete document.documentElement.dataset["loading"];
  }, []);
  return null;
}
