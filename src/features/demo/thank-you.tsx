/** Replaces the form after it was accepted. Shown by its address, `#thank-you`, which also works without script. */
import { CircleCheck } from "lucide-react";
import { paths } from "../../lib/address/paths";
import { demo as strings } from "../../strings/demo";
import { ButtonAnchor } from "../../ui/button";

const ID = "thank-you";

/** Shows and announces it. Not through the router: the `:target` style needs a real navigation. */
export function thank(): void {
  window.location.hash = ID;
  document.getElementById(ID)?.focus({ preventScroll: true });
}

/** The following element must have `peer-target:hidden`. */
export function ThankYou() {
  return (
    <section
      id={ID}
      tabIndex={-1}
      aria-labelledby={`${ID}-title`}
      className="peer hidden justify-items-start rounded-xl border border-line bg-surface p-6 outline-none target:grid md:p-8"
    >
      <CircleCheck className="size-12 text-brand-text" />
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
