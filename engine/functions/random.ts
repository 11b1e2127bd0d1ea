/** `Math.random` for queries and mutations: fast, seeded once per execution. Not for secrets. */
import { randomBytes } from "node:crypto";

/** A generator of numbers 0 ≤ x < 1 (xoshiro128**, 32 bits each). Seeds itself on first use. */
export function createRandom(): () => number {
  let state: Uint32Array | undefined;
  return () => {
    state ??= new Uint32Array(new Uint8Array(randomBytes(16)).buffer);
    const [a = 0, b = 0, c = 0, d = 0] = state;
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const third = c ^ a;
    const fourth = d ^ b;
    state[0] = a ^ fourth;
    state[1] = b ^ third;
    state[2] = third ^ (b << 9);
    state[3] = rotate(fourth, 11);
    return result / 2 ** 32;
  };
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
