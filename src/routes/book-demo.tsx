/** The page to request a demo. */
import { DemoForm } from "../features/demo/demo-form";
import { GetInTouch } from "../features/demo/get-in-touch";
import { NothingSold } from "../features/demo/nothing-sold";
import { ThankYou } from "../features/demo/thank-you";
import { paths } from "../lib/address/paths";
import { WITHOUT_PAYMENT } from "../lib/server/without-payment";
import { demo } from "../strings/demo";
import { everyone } from "../strings/everyone";
import { ToastsOnDemand } from "../ui/toasts-on-demand";
import { Mark } from "../ui/mark";
import { SkipLink } from "../ui/skip-link";

/** Needs no backend. A shop's own server offers no demos. */
export default function BookDemoScreen() {
  return (
    <>
      <title>{everyone.titled(demo.title)}</title>
      <SkipLink />
      <header className="border-b border-line">
        <div className="mx-auto flex h-18 max-w-6xl items-center justify-between gap-4 px-5 md:px-8">
          <a
            href={paths.home}
            className="flex min-h-11 items-center rounded-md"
            aria-label={everyone.home}
          >
            <Mark />
          </a>
          <a
            href={paths.home}
            className="-mr-3.5 flex min-h-11 items-center rounded-md px-3.5 font-semibold text-ink-2 hover:bg-sunken hover:text-ink"
          >
            {demo.back}
          </a>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid max-w-6xl items-start gap-10 px-5 py-10 outline-none md:px-8 lg:grid-cols-[1fr_1.15fr] lg:gap-16 lg:py-16"
      >
        {WITHOUT_PAYMENT ? (
          <NothingSold />
        ) : (
          <>
            <GetInTouch />
            <div>
              <ThankYou />
              <DemoForm />
            </div>
          </>
        )}
      </main>
      <ToastsOnDemand />
    </>
  );
}
