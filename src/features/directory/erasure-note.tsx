/** The live progress of a business's deletion. */
import { Loader } from "lucide-react";
import { directory } from "../../strings/admin/directory";
import { Banner } from "../../ui/banner";
import type { Business } from "./types";

const { remove: strings } = directory;

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
