/** The e-mails between owners and the platform's admins. Transactional: nobody unsubscribes from answers. */
import { letterOf } from "../../mail/rules/letter";
import type { Mail } from "../../mail/rules/mail";

/** Tells an owner what an admin has written. @param threadUrl where it stands, and is answered */
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

/** Tells an admin that an owner has written. What, stands in the portal alone, which wants a password. @param threadUrl where it stands there */
export function newMatterMail(
  { subject, businessName }: { subject: string; businessName: string },
  threadUrl: string,
): Mail {
  return letterOf({
    subject: `Yourturn support: ${businessName} has written`,
    lines: [
      `${businessName} has written to Yourturn support: ${subject}`,
      "You get one e-mail about it until an admin has looked.",
    ],
    links: [["Read and answer", threadUrl]],
  });
}
