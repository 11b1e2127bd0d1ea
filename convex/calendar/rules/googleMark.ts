/** Checks whether a page is opened on the way back from Google. Reading the answer is in googleFlow.ts. */

/** Its name in the fragment of the address. */
export const MARK = "google-calendar";

/** @param fragment with its "#" */
export function comesFromGoogle(fragment: string): boolean {
  return fragment.startsWith(`#${MARK}`);
}
