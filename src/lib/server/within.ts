/** The outcome, if it comes within `ms`, else throws an Error. The work itself is not stopped. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: number | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(
      () => reject(new Error(`No answer within ${ms} ms`)),
      ms,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** A sign-in, sign-up or reset: hashing takes most of a second on a small machine, and several may wait. */
export const CREDENTIALS_TIMEOUT_MS = 20_000;

/** Payments: 10 s (product.md M8). */
export const CHECKOUT_TIMEOUT_MS = 10_000;

/** The payment status: 8 s (product.md M8). */
export const STATUS_TIMEOUT_MS = 8_000;
