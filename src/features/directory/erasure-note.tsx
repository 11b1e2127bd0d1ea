/** A business that is being deleted: how far it has come, live. */
import { Loader } from "lucide-react";
import { directory } from "../../strings/directory";
import { Banner } from "../../ui/banner";
import type { Business } from "./types";

const { remove: strings } = directory;

/** Counts up while it is deleted; the end is that the business is not here any more. */
export function ErasureNote({
  erasure: { rows },
}: {
  erasure: NonNullable<Business["erasure"]>;
}) {
  return (
    <Banner tone="warn" icon={Loader}>
      <p>
        {strings.underWay} <span className="tab">{strings.rows(rows)}</span>
      </p>
      <p className="font-normal">{strings.goesOn}</p>
    </Banner>
  );
}
