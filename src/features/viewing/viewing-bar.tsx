/** The bar over an owner's pages while an admin views them: the business, that nothing is saved, and the exit. */
import { useMutation } from "convex/react";
import { Eye } from "lucide-react";
import { useLayoutEffect } from "react";
import { Navigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { adminBusinessPath } from "../../lib/address/admin-paths";
import type { Me } from "../../lib/account/me";
import { useCall } from "../../lib/server/use-call";
import * as words from "../../strings/refusals/admin";
import { viewing as strings } from "../../strings/viewing";
import { Button } from "../../ui/button";
import { showError } from "../../ui/toast";

type Props = {
  business: Me["business"];
};

/** `left`: the business viewed until just now; leads to its page in the portal. */
export default function ViewingBar({
  left,
  ...props
}: Props & { left: string | null }) {
  if (left === null) return <Bar {...props} />;
  return <Navigate to={adminBusinessPath(left)} replace />;
}

function Bar({ business }: Props) {
  const end = useMutation(api.admin.viewing.end);
  const { busy, send } = useCall(words, strings.notStopped, showError);
  useMarkedPage();
  return (
    <section
      aria-label={strings.label}
      className="sticky top-0 z-40 flex h-14 items-center gap-3 bg-info-soft px-4 text-info-text"
    >
      <Eye className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 leading-tight font-semibold">
        <span className="block truncate" dir="auto">
          {business === null ? strings.gone : strings.viewing(business.name)}
        </span>
        <span className="block truncate text-sm font-normal">
          <span className="sm:hidden">{strings.short}</span>
          <span className="hidden sm:inline">{strings.readOnly}</span>
        </span>
      </p>
      <Button
        busy={busy}
        className="shrink-0"
        onClick={() => void send(() => end({}))}
      >
        {strings.stop}
      </Button>
    </section>
  );
}

/** Moves the page below the bar (base.css), and greys what would change something (site.css, also `.acts`). */
function useMarkedPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset["viewing"] = "";
    return () => void delete dataset["viewing"];
  }, []);
}
