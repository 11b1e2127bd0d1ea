/** The end of the landing page. There are no social accounts yet. */
import { paths } from "../../lib/address/paths";
import { WITHOUT_PAYMENT } from "../../lib/server/without-payment";
import { everyone } from "../../strings/everyone";
import { landing as strings } from "../../strings/landing";
import { Mark } from "../../ui/mark";
import { footerLinks } from "./sections";
import { Subscribe } from "./subscribe";

const item =
  "flex min-h-11 items-center rounded-md px-3 font-medium text-ink-2 hover:text-ink hover:underline";

export function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-8 px-5 py-10 md:px-8">
        <div>
          <Mark />
          <nav
            aria-label={strings.footerNavigation}
            className="mt-4 -ml-3 flex flex-wrap"
          >
            <a href={paths.home} className={item}>
              {strings.homeLink}
            </a>
            {footerLinks.map(({ href, label, forSale }) => (
              <a
                key={href}
                href={href}
                data-for-sale={forSale}
                className={item}
              >
                {label}
              </a>
            ))}
            <a href={paths.privacy} className={item}>
              {everyone.privacy}
            </a>
            <a href={paths.terms} className={item}>
              {everyone.terms}
            </a>
          </nav>
        </div>
        {!WITHOUT_PAYMENT && <Subscribe />}
      </div>
    </footer>
  );
}
