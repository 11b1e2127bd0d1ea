/** The text that floor and peer send to watchers, with the number in the same place as in the engine's frames. */

/** A JSON text of exactly `bytes` bytes that ends in `"seq":<number>}`. */
export function textWithNumber(number: number, bytes: number): string {
  const end = `","seq":${number}}`;
  const start = '{"type":"Transition","body":"';
  return (
    start + "x".repeat(Math.max(0, bytes - start.length - end.length)) + end
  );
}
