/** Whether a page is opened on the way back from Google. Reading the answer is in googleFlow.ts. */

export const MARK = "google-calendar";

/** @param fragment with its "#" */
export function comesFromGoogle(fragment: string): boolean {
  return fragment.startsWith(`#${MARK}`);
}
