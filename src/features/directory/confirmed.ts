/** TEMPORARY until lib/confirmed. */
export function useConfirmed() {
  return async <Answer>(call: () => Promise<Answer>): Promise<Answer> =>
    await call();
}
