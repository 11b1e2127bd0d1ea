/** The link back from a separate page, above its heading. */
import { ArrowLeft } from "lucide-react";
import { ButtonLink } from "./button-link";

/** @param to an address of ours */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink to={to} variant="link" icon={ArrowLeft} className="-ml-4">
      {children}
    </ButtonLink>
  );
}
