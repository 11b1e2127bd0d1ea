/** After a change of screen: the top, with the focus at the content. A filter in the address leaves both in place. */
import { useEffect } from "react";
import {
  useLocation,
  useNavigationType,
  type Location,
} from "react-router-dom";

let last: Location | null = null;

export function Arrival() {
  const location = useLocation();
  const type: string = useNavigationType();
  useEffect(() => {
    const before = last;
    if (before?.key === location.key && before.pathname === location.pathname)
      return;
    last = location;
    // On page load the browser sets scroll and focus.
    if (before === null) return;
    const { pathname, search, hash } = location;
    const isNoted =
      type === "REPLACE" &&
      pathname === before.pathname &&
      search !== before.search;
    if (isNoted) return;
    if (hash !== "") {
      document.getElementById(hash.slice(1))?.scrollIntoView();
      return;
    }
    window.scrollTo(0, 0);
    const main = document.getElementById("main");
    // On an owner's pages it is what scrolls.
    if (main) main.scrollTop = 0;
    main?.focus({ preventScroll: true });
  }, [location, type]);
  return null;
}
