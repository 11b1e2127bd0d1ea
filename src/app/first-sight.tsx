/** Ends the loading sign of index.html. Its look is in base.css, its start in public/theme.js. */
import { useLayoutEffect } from "react";

export function Drawn() {
  // Before the browser paints, so that the two are never visible together.
  useLayoutEffect(() => {
    delete document.documentElement.dataset["loading"];
  }, []);
  return null;
}
