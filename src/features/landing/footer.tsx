/** The end of the landing page. */
import { paths } from "../../lib/paths";
import { landing as texts } from "../../texts/landing";
import { Mark } from "../../ui/mark";
import { sections } from "./sections";

const item =
  "flex min-h-11 items-center rounded-md px-3 font-medium text-ink-2 hover:text-ink hover:underline";

/** The mark and the page's links. */
export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto max-w-6xl px-5 py-10 md:px-8">
        <Mark />
        <nav
          aria-label={texts.footerNavigation}
          className="mt-4 -ml-3 flex flex-wrap"
        >
          <a href={paths.home} className={item}>
            {texts.homeLink}
          </a>
          {sections.map(({ id, label }) => (
            <a key={id} href={`#${id}`} className={item}>
              {label}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
