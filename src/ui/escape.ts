/** The Escape key, where it closes something. */

/** Not the press that takes back an unfinished word of a Chinese, Japanese or Korean keyboard; Safari says 229 for it. */
export function isEscape(
  event: Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">,
): boolean {
  return event.key === "Escape" && !event.isComposing && event.keyCode !== 229;
}
