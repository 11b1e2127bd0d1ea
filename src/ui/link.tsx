/** A link inside the running app. For other origins, files and other apps (such as /join) use a plain <a>. */
import type { ComponentProps, MouseEvent } from "react";
import { navigate } from "../lib/location";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** A path of the app's own, with optional query and fragment. */
  to: string;
};

/** An <a> that changes the screen without loading the page again; new tab, download and the like stay the browser's. */
export function Link({ to, onClick, ...props }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain =
      event.button === 0 &&
      !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !plain) return;
    event.preventDefault();
    const { pathname, search, hash } = window.location;
    if (to === pathname + search + hash) window.scrollTo(0, 0);
    else navigate(to);
  };
  return <a {...props} href={to} onClick={follow} />;
}
