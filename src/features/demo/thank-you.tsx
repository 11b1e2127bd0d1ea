/**
 * What takes the form's place when it was taken. Shown by its address,
 * `#thank-you`: that is where a browser without script is led, too.
 */
import { CircleCheck } from "lucide-react";
import { paths } from "../../lib/address/paths";
import { demo as strings } from "../../strings/demo";
import { ButtonAnchor } from "../../ui/button";

const ID = "thank-you";

/** Shows it, and speaks it. Not by the router: the style goes by where the browser itself has gone. */
export function thank(): void {
  window.location.hash = ID;
  document.getElementById(ID)?.focus({ preventScroll: true });
}

/** What comes after it is to be hidden with `peer-target:hidden`. */
export function ThankYou() {
  return (
    <section
      id={ID}
      tabIndex={-1}
      aria-labelledby={`${ID}-title`}
      className="peer hidden justify-items-start rounded-xl border border-line bg-surface p-6 outline-none target:grid md:p-8"
    >
      <CircleCheck className="size-12 text-brand-text" aria-hidden="true" />
      <h2
        id={`${ID}-title`}
        className="mt-4 text-3xl font-extrabold tracking-tight"
      >
        {strings.thankYou}
      </h2>
      <p className="mt-2 text-lg text-ink-2">{strings.received}</p>
      <ButtonAnchor
        variant="primary"
        size="hero"
        href={paths.home}
        className="mt-7"
      >
        {strings.back}
      </ButtonAnchor>
    </section>
  );
}
