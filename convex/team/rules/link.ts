/** The address of an invitation's page. The secret is in the fragment, which no server sees. */
export const INVITATION_PATH = "/invitation";

export function invitationUrl(siteUrl: string, secret: string): string {
  return `${siteUrl}${INVITATION_PATH}#${secret}`;
}
