/** A call button for when no queue can be joined. */
import { Phone } from "lucide-react";
import { phoneHref } from "../../lib/address/phone-href";
import { customers as strings } from "../../strings/customers";
import { ButtonAnchor } from "../../ui/button";

/** Empty for a shop without a number. */
export function CallShop(props: { phone: string | null; className?: string }) {
  const { phone, className } = props;
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
