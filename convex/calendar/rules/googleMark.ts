/** How a page of ours sees at first sight that somebody comes back from Google. What they bring is googleFlow.ts. */

/** The name under which it stands in the fragment of the address. */
export const MARK = "google-calendar";

/** @param fragment with its "#" */
export function comesFromGoogle(fragment: string): boolean {
  return fragment.startsWith(`#${MARK}`);
}
