/** The front page of the product. */
import { Contact } from "../features/landing/contact";
import { Footer } from "../features/landing/footer";
import { Header } from "../features/landing/header";
import { Hero } from "../features/landing/hero";
import { HowItWorks } from "../features/landing/how-it-works";
import { Pricing } from "../features/landing/pricing";
import { ScrollToTop } from "../features/landing/scroll-to-top";
import { WITHOUT_PAYMENT } from "../lib/server/without-payment";
import { landing } from "../strings/landing";
import { SkipLink } from "../ui/skip-link";

export default function LandingScreen() {
  return (
    <>
      <title>{landing.title}</title>
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <HowItWorks />
        {!WITHOUT_PAYMENT && <Pricing />}
        {!WITHOUT_PAYMENT && <Contact />}
      </main>
      <Footer />
      <ScrollToTop />
    </>
  );
}
