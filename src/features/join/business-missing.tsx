/** The page of a join link that leads to no business, or to one that cannot be loaded. */
import { RefreshCw, Store } from "lucide-react";
import { everyone } from "../../strings/everyone";
import { Button } from "../../ui/button";
import { shortPath } from "../../lib/address/short";
import { customers } from "../../strings/customers";
import { missing as strings } from "../../strings/missing";

/** Also for a link without ?b=, so that no customer lands in an unrelated queue. @param failed it may load later */
export function BusinessMissing({ failed }: { failed: boolean }) {
  const isTyped = shortPath.test(window.location.pathname);
  return (
    <main
      id="main"
      className="mx-auto grid min-h-dvh max-w-md content-center px-6 py-10 text-center"
    >
      <title>{everyone.product}</title>
      <span className="mx-auto grid size-18 place-items-center rounded-full bg-warn-soft text-warn-text">
        <Store className="size-9" />
      </span>
      <h1 className="mt-6 text-xl font-extrabold tracking-tight text-balance">
        {failed ? strings.notLoaded : isTyped ? strings.address : strings.code}
      </h1>
      {failed ? (
        <Button
          variant="primary"
          size="hero"
          icon={RefreshCw}
          className="mt-7"
          onClick={() => window.location.reload()}
        >
          {customers.join.retry}
        </Button>
      ) : (
        <p className="mt-2 text-ink-2">
          {isTyped ? strings.checkSpelling : strings.askForCode}
        </p>
      )}
    </main>
  );
}
