/** The way out when nothing can be joined: a call. */
import { Phone } from "lucide-react";
import { customers as strings } from "../../strings/customers";
import { ButtonAnchor } from "../../ui/button";

/** A number as it is dialled. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, "")}`;
}

/** Nothing for a shop that gives no number. */
export function CallShop({
  phone,
  className,
}: {
  phone: string | null;
  className?: string;
}) {
  if (phone === null) return null;
  return (
    <ButtonAnchor
      size="lg"
      icon={Phone}
      className={className}
      href={phoneHref(phone)}
    >
      {strings.callShop}
    </ButtonAnchor>
  );
}
