/** The page to request a demo. */
import { DemoForm } from "../features/demo/demo-form";
import { GetInTouch } from "../features/demo/get-in-touch";
import { ThankYou } from "../features/demo/thank-you";
import { WITHOUT_PAYMENT } from "../lib/server/without-payment";
import { demo } from "../strings/demo";
import { everyone } from "../strings/everyone";
import { ToastsOnDemand } from "../ui/toasts-on-demand";
import { LegalLine } from "../ui/legal-links";
import { PlainHeader } from "../ui/plain-header";
import { SkipLink } from "../ui/skip-link";

/** Needs no backend. A shop's own server offers no demos. */
export default function BookDemoScreen() {
  return (
    <>
      <title>{everyone.titled(demo.title)}</title>
      <SkipLink />
      <PlainHeader back={demo.back} />
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
      <LegalLine className="border-t border-line py-3" />
      <ToastsOnDemand />
    </>
  );
}

function NothingSold() {
  return (
    <div>
      <h1 className="text-3xl font-extrabold tracking-tight">
        {demo.nothingSold}
      </h1>
      <p className="mt-3 max-w-xl text-lg text-ink-2">{demo.ownServer}</p>
    </div>
  );
}
