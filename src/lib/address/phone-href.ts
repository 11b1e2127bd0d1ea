/** Phone numbers as links and for the eye. */

/** The `tel:` link of a phone number, such as '+44 20 7946 0018 ext. 12' (RFC 3966). */
export function phoneHref(phone: string): string {
  const [number = "", extension] = phone.split(/ ext\. /);
  const digits = number.replace(/[^+\d]/g, "");
  return `tel:${digits}${extension === undefined ? "" : `;ext=${extension}`}`;
}

/** The countries' codes of one and two digits; all others have three (https://www.itu.int/rec/T-REC-E.164). */
const CODE =
  /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

/** A number in E.164 in groups: '+44 770 090 0123'. Any other text stays as it is. */
export function phoneGrouped(phone: string): string {
  return phone.replace(
    CODE,
    (_, code: string, rest: string) =>
      `+${code} ${rest.replace(/\d{3}(?=\d{2})/g, "$& ")}`,
  );
}
