/** The mails between owners and the platform's admins. Transactional, so without an unsubscribe link. */
import { composed, isolated, unlinked } from "../../mail/rules/compose";
import type { Mail } from "../../mail/rules/mail";

/** Sends an owner the message of an admin. @param threadUrl the page to read and answer it */
export function supportMail(
  { subject, text }: { subject: string; text: string },
  threadUrl: string,
): Mail {
  return composed({
    subject: `Yourturn support: ${subject}`,
    lines: [
      "Yourturn support wrote to you:",
      text,
      "Please answer on the page below: nobody reads replies to this e-mail.",
    ],
    links: [["Read and answer", threadUrl]],
  });
}

/** Without the message: that is only in the portal, which needs a password. @param threadUrl its page there */
export function newMatterMail(
  matter: { subject: string; businessName: string },
  threadUrl: string,
): Mail {
  const businessName = unlinked(matter.businessName);
  return composed({
    subject: `Yourturn support: ${businessName} wrote`,
    lines: [
      `${isolated(businessName)} wrote to Yourturn support: ${isolated(unlinked(matter.subject))}`,
      "You won't get another e-mail about it until an admin has looked.",
    ],
    links: [["Read and answer", threadUrl]],
  });
}
