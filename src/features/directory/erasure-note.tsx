/** A business that is being deleted: how far it has come, live. */
import { Loader } from "lucide-react";
import { directory } from "../../texts/directory";
import { Banner } from "../../ui/banner";
import type { Business } from "./types";

const { remove: texts } = directory;

/** Counts up while it is deleted; the end is that the business is not here any more. */
export function ErasureNote({
  erasure: { rows },
}: {
  erasure: NonNullable<Business["erasure"]>;
}) {
  return (
    <Banner tone="warn" icon={Loader}>
      <p>
        {texts.underWay} <span className="tab">{texts.rows(rows)}</span>
      </p>
      <p className="font-normal">{texts.goesOn}</p>
    </Banner>
  );
}
