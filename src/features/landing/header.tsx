/** The landing page's header: links in a row, on narrow screens behind a menu button. */
import { Menu, X } from "lucide-react";
import { useState } from "react";
import { paths } from "../../lib/paths";
import { everyone } from "../../texts/everyone";
import { landing as texts } from "../../texts/landing";
import { ButtonAnchor, IconButton } from "../../ui/button";
import { Mark } from "../../ui/mark";
import { sections } from "./sections";

const item =
  "flex min-h-11 items-center rounded-md px-3.5 font-semibold text-ink-2 transition-colors duration-fast hover:bg-sunken hover:text-ink";

/** Stays at the top while the page scrolls. */
export function Header() {
  const [open, setOpen] = useState(false);
  const links = (
    <>
      {sections.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          className={item}
          onClick={() => setOpen(false)}
        >
          {label}
        </a>
      ))}
      <a href={paths.login} className={item}>
        {texts.logIn}
      </a>
    </>
  );
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas">
      <div className="mx-auto flex h-18 max-w-6xl items-center gap-1 px-5 md:px-8">
        <a
          href={paths.home}
          className="mr-auto flex min-h-11 items-center rounded-md"
          aria-label={everyone.home}
        >
          <Mark />
        </a>
        <nav
          aria-label={texts.mainNavigation}
          className="hidden items-center gap-1 md:flex"
        >
          {links}
        </nav>
        <ButtonAnchor
          variant="primary"
          href={paths.signup}
          className="ml-2 whitespace-nowrap max-[22rem]:hidden"
        >
          {texts.getStarted}
        </ButtonAnchor>
        <IconButton
          label={open ? texts.closeMenu : texts.openMenu}
          icon={open ? X : Menu}
          aria-expanded={open}
          aria-controls="menu"
          className="md:hidden"
          onClick={() => setOpen(!open)}
        />
      </div>
      <nav
        id="menu"
        aria-label={texts.menu}
        hidden={!open}
        className="grid arrive gap-1 border-t border-line px-3 py-3 md:hidden [&[hidden]]:hidden"
      >
        {links}
      </nav>
    </header>
  );
}
