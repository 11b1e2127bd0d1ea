/** The landing page's header: links in a row, on narrow screens in a menu that works without script. */
import { Menu, X } from "lucide-react";
import { useRef, type KeyboardEvent } from "react";
import { cn } from "../../lib/cn";
import { paths } from "../../lib/address/paths";
import { useSignedIn } from "../../lib/account/signed-in";
import { parts } from "../../strings/parts";
import { landing as strings } from "../../strings/landing";
import { Mark } from "../../ui/mark";
import { BeginLink } from "./begin-link";
import { headerLinks } from "./sections";

const item =
  "flex min-h-11 items-center rounded-md px-3.5 font-semibold text-ink-2 transition-colors duration-fast hover:bg-sunken hover:text-ink";

export function Header() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas">
      <div className="mx-auto flex h-18 max-w-6xl items-center gap-1 px-5 md:px-8">
        <a
          href={paths.home}
          className="mr-auto flex min-h-11 items-center rounded-md"
          aria-label={parts.home}
        >
          <Mark />
        </a>
        <nav
          aria-label={strings.mainNavigation}
          className="hidden items-center gap-1 md:flex"
        >
          <Links />
        </nav>
        <BeginLink className="ml-2 max-[22rem]:hidden" />
        <NarrowMenu />
      </div>
    </header>
  );
}

function Links() {
  const signedIn = useSignedIn();
  return (
    <>
      {headerLinks.map(({ href, label, forSale }) => (
        <a key={href} href={href} data-for-sale={forSale} className={item}>
          {label}
        </a>
      ))}
      {/* Keeps its space, so nothing jumps when the session is known. */}
      <a href={paths.login} className={cn(item, signedIn && "invisible")}>
        {strings.logIn}
      </a>
    </>
  );
}

/** Closes when a link is chosen, on Escape, and when it loses the focus. */
function NarrowMenu() {
  const ref = useRef<HTMLDetailsElement>(null);
  const close = () => ref.current?.removeAttribute("open");
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    close();
    ref.current?.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={ref}
      className="group md:hidden"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        // null: the window lost the focus, or no element took it.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
      onClick={({ target }) => {
        if ((target as Element).closest("a")) close();
      }}
    >
      <summary className="duration-fast grid size-11 cursor-pointer list-none place-items-center rounded-md text-ink-2 transition-colors hover:bg-sunken hover:text-ink [&::-webkit-details-marker]:hidden">
        <Menu className="size-5 group-open:hidden" />
        <X className="hidden size-5 group-open:block" />
        <span className="sr-only">{strings.menu}</span>
      </summary>
      <nav
        aria-label={strings.menu}
        className="absolute inset-x-0 top-full grid arrive gap-1 border-y border-line bg-canvas px-3 py-3 shadow-float"
      >
        <Links />
        <BeginLink className="min-[22rem]:hidden" />
      </nav>
    </details>
  );
}
