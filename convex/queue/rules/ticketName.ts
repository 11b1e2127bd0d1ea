/** How a ticket's number reads: with the letter of its queue, if the queue has one (product.md Q6). */

/** 'H8', or '#8' in a shop with one queue. */
export function ticketName(letter: string | null, number: number): string {
  return letter === null ? `#${number}` : bareName(letter, number);
}

/** 'H8', or '8': what the specification calls {n}, and what boards, texts and voices say without '#'. */
export function bareName(letter: string | null, number: number): string {
  return `${letter ?? ""}${number}`;
}

/** 'H 8', for a voice, which would read 'H8' as one word. */
export function spelledName(letter: string | null, number: number): string {
  return [...(letter ?? ""), number].join(" ");
}
