/** A call button for when no queue can be joined. */
import { Phone } from "lucide-react";
import { customers as strings } from "../../strings/customers";
import { ButtonAnchor } from "../../ui/button";

/** The `tel:` link of a phone number, such as '+44 20 7946 0018 ext. 12' (RFC 3966). */
export function phoneHref(phone: string): string {
  const [number = "", extension] = phone.split(/ ext\. /);
  const digits = number.replace(/[^+\d]/g, "");
  return `tel:${digits}${extension === undefined ? "" : `;ext=${extension}`}`;
}

/** Empty for a shop without a number. */
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
