/** A join link that leads to no business, or a business that cannot be loaded. */
import { RefreshCw, Store } from "lucide-react";
import { everyone } from "../../texts/everyone";
import { Button } from "../../ui/button";
import { customers as texts } from "../../texts/customers";

/** Also for a link without ?b=: nobody is put into a stranger's queue. */
export function BusinessMissing() {
  return (
    <main
      id="main"
      className="mx-auto grid min-h-dvh max-w-md content-center px-6 py-10 text-center"
    >
      <title>{everyone.product}</title>
      <span className="mx-auto grid size-18 place-items-center rounded-full bg-warn-soft text-warn-text">
        <Store className="size-9" aria-hidden="true" />
      </span>
      <h1 className="mt-6 text-xl font-extrabold tracking-tight text-balance">
        {texts.join.businessNotLoaded}
      </h1>
      <p className="mt-2 text-ink-2">{texts.join.askForCode}</p>
      <Button
        variant="primary"
        size="hero"
        icon={RefreshCw}
        className="mt-7"
        onClick={() => window.location.reload()}
      >
        {texts.join.retry}
      </Button>
    </main>
  );
}
