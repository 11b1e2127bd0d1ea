/**
 * The compact waiting order of one queue, from which every phone computes its place. The order is that of places.ts.
 *
 * Ticket numbers are cut into ascending runs. Each is relative to the end of the one before: `gap` numbers left out,
 * then `length` numbers. Gap 0..7 with length 1..8 takes one character; any other a '.', the gap (signed, base 32 with
 * continuation bit) and the length. 1,000 people take 5 characters if none left, about 500 if a random half did.
 */

const ALPHABET =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LONG = ".";

/** Writes ticket numbers (positive whole numbers, each once, in calling order) as text. */
export function encodeLine(numbers: readonly number[]): string {
  let text = "";
  let expected = 1;
  for (let i = 0; i < numbers.length;) {
    const start = numberAt(numbers, i);
    let end = start;
    i += 1;
    while (i < numbers.length && numbers[i] === end + 1) {
      end += 1;
      i += 1;
    }
    text += encodeRun(start - expected, end - start + 1);
    expected = end + 1;
  }
  return text;
}

/** The ticket numbers in calling order. @throws Error on text that encodeLine does not write */
export function parseLine(text: string): number[] {
  const numbers: number[] = [];
  forEachRun(text, (start, length) => {
    for (let i = 0; i < length; i += 1) numbers.push(start + i);
    return true;
  });
  return numbers;
}

/** 1 for the next to be called; null if `number` is not waiting. Does not expand the runs. */
export function positionOf(text: string, number: number): number | null {
  let before = 0;
  let position: number | null = null;
  forEachRun(text, (start, length) => {
    if (number >= start && number < start + length) {
      position = before + (number - start) + 1;
      return false;
    }
    before += length;
    return true;
  });
  return position;
}

/** The first `count` numbers, or fewer. Does not expand the rest. */
export function firstInLine(text: string, count: number): number[] {
  const numbers: number[] = [];
  forEachRun(text, (start, length) => {
    for (let i = 0; i < length && numbers.length < count; i += 1) {
      numbers.push(start + i);
    }
    return numbers.length < count;
  });
  return numbers;
}

/** Puts `number` before the ticket at the 0-based `index`; at the end if there are fewer. */
export function insertIntoLine(
  text: string,
  index: number,
  number: number,
): string {
  const numbers = parseLine(text);
  numbers.splice(index, 0, number);
  return encodeLine(numbers);
}

/** The order without `number`; unchanged if it is absent. */
export function removeFromLine(text: string, number: number): string {
  return encodeLine(parseLine(text).filter((other) => other !== number));
}

function encodeRun(gap: number, length: number): string {
  if (gap >= 0 && gap < 8 && length <= 8) {
    return ALPHABET.charAt(gap * 8 + (length - 1));
  }
  const signed = gap < 0 ? -gap * 2 - 1 : gap * 2;
  return LONG + encodeNumber(signed) + encodeNumber(length - 1);
}

/** Base 32, lowest digit first; 32 is added to every digit but the last. */
function encodeNumber(value: number): string {
  let text = "";
  let rest = value;
  while (rest >= 32) {
    text += ALPHABET.charAt(32 + (rest % 32));
    rest = Math.floor(rest / 32);
  }
  return text + ALPHABET.charAt(rest);
}

/** Calls `visit(first number, length)` for each run until it returns false. */
function forEachRun(
  text: string,
  visit: (start: number, length: number) => boolean,
): void {
  let at = 0;
  let expected = 1;
  const readDigit = (): number => {
    const digit = ALPHABET.indexOf(text.charAt(at));
    if (at >= text.length || digit < 0) throw new Error("Not a waiting order");
    at += 1;
    return digit;
  };
  const readNumber = (): number => {
    let value = 0;
    let scale = 1;
    for (;;) {
      const digit = readDigit();
      value += (digit % 32) * scale;
      if (digit < 32) return value;
      scale *= 32;
    }
  };
  while (at < text.length) {
    let gap: number;
    let length: number;
    if (text.charAt(at) === LONG) {
      at += 1;
      const signed = readNumber();
      gap = signed % 2 === 1 ? -(signed + 1) / 2 : signed / 2;
      length = readNumber() + 1;
    } else {
      const digit = readDigit();
      gap = Math.floor(digit / 8);
      length = (digit % 8) + 1;
    }
    const start = expected + gap;
    if (!visit(start, length)) return;
    expected = start + length;
  }
}

function numberAt(numbers: readonly number[], index: number): number {
  const number = numbers[index];
  // Guard untested: callers' indexes are in the list; the check is for the type.
  if (number === undefined) throw new Error("Index outside the waiting order");
  return number;
}
