/** The `tel:` link of a phone number, such as '+44 20 7946 0018 ext. 12' (RFC 3966). */
export function phoneHref(phone: string): string {
  const [number = "", extension] = phone.split(/ ext\. /);
  const digits = number.replace(/[^+\d]/g, "");
  return `tel:${digits}${extension === undefined ? "" : `;ext=${extension}`}`;
}
