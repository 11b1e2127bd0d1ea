/** The link to card, invoices and cancellation. */
import { everyone } from "../../strings/everyone";
import { signedIn } from "../../strings/signed-in";
import { refusalText } from "../../strings/refusals/visitor";
import { showError } from "../../ui/toast";
import { usePortal } from "./use-checkout";

export function ManageBilling({ className }: { className: string }) {
  const { busy, open } = useManageBilling();
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      className={className}
      onClick={open}
    >
      {busy ? everyone.processing : signedIn.manageBilling}
    </button>
  );
}

/** The same for menus. A refusal is a toast: there is nothing to correct. */
export function useManageBilling() {
  const { busy, openPortal } = usePortal();
  const open = () => {
    if (busy) return;
    void openPortal().then((refusal) => {
      if (refusal !== null) showError(refusalText(refusal));
    });
  };
  return { busy, open };
}
