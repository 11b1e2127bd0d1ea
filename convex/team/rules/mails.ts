/** The e-mail with an invitation, and the address of its page. */
import { composed, unlinked } from "../../mail/rules/compose";
import type { Mail } from "../../mail/rules/mail";
import type { GivenRole } from "../../business/rules/roles";

/** The secret is in the fragment, which no server sees. */
export function invitationUrl(siteUrl: string, secret: string): string {
  return `${siteUrl}/invitation#${secret}`;
}

/** @param url with the secret in its fragment */
export function invitationMail(given: {
  shop: string;
  name: string;
  role: GivenRole;
  url: string;
}): Mail {
  const { role, url } = given;
  const [shop, name] = [unlinked(given.shop), unlinked(given.name)];
  return composed({
    subject: `${shop} invites you to its team on Yourturn`,
    lines: [
      `Hello ${name},`,
      `${shop} invites you to join its team ${role === "manager" ? "as a manager" : "at the counter"}.`,
      "The link works once, for this address only, and for 7 days. If you don't know this business, you can ignore this e-mail.",
    ],
    links: [["Accept the invitation", url]],
  });
}
