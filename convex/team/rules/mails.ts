/** The e-mails about a team, and the address of an invitation's page. */
import { composed, isolated, unlinked } from "../../mail/rules/compose";
import type { Mail } from "../../mail/rules/mail";
import type { GivenRole, Role } from "../../business/rules/roles";

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
      `Hello ${isolated(name)},`,
      `${isolated(shop)} invites you to join its team ${role === "manager" ? "as a manager" : "at the counter"}.`,
      "The link works once, for this address only, and for 7 days. If you don't know this business, you can ignore this e-mail.",
    ],
    links: [["Accept the invitation", url]],
  });
}

/** To the owner, after a reset of the password. @param url of the team's page */
export function joinedMail(given: {
  shop: string;
  people: readonly { name: string; role: Role }[];
  url: string;
}): Mail {
  const people = given.people.map(
    ({ name, role }) => `${isolated(unlinked(name))} (${role})`,
  );
  return composed({
    subject: "New people in your team on Yourturn",
    lines: [
      `Your Yourturn password was reset with a code from your e-mail. The people in ${isolated(unlinked(given.shop))}'s team can still log in.`,
      `These joined in the last 30 days:\n${people.join("\n")}`,
      "If you don't know one of them, remove them from the team.",
    ],
    links: [["Open the team", given.url]],
  });
}
