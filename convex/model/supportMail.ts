/** The e-mail that tells an owner what an admin has written. Transactional: nobody unsubscribes from answers. */
import { letterOf } from "./letter";
import type { Mail } from "./mail";

/** @param threadUrl where it stands, and is answered */
export function supportMail(
  { subject, text }: { subject: string; text: string },
  threadUrl: string,
): Mail {
  return letterOf({
    subject: `Yourturn support: ${subject}`,
    lines: [
      "Yourturn support has written to you:",
      text,
      "Please answer on the page below: nobody reads answers to this e-mail.",
    ],
    links: [["Read and answer", threadUrl]],
  });
}
