/** The links of the landing page. */
import { paths } from "../../lib/address/paths";
import { WITHOUT_PAYMENT } from "../../lib/server/without-payment";
import { landing } from "../../strings/landing";

/** Whether a link is about sales: a server that takes no new shops hides those (convex/profile/rules/pageHead.ts). */
type PageLink = { href: string; label: string; forSale?: boolean };

const pricing = {
  href: "#pricing",
  label: landing.pricing.title,
  forSale: true,
};
const howItWorks = { href: "#how-it-works", label: landing.howItWorks };
const contact = { href: "#contact", label: landing.contact };
const demo = (label: string) => ({ href: paths.bookDemo, label });

export const headerLinks: readonly PageLink[] = WITHOUT_PAYMENT
  ? [howItWorks]
  : [demo(landing.demo), pricing, howItWorks, contact];

export const footerLinks: readonly PageLink[] = WITHOUT_PAYMENT
  ? [howItWorks]
  : [pricing, howItWorks, demo(landing.bookDemoLink), contact];
