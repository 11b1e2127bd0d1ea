/** Apart from paths.ts, because the join page links to no other. */
export const privacyPath = "/privacy";
export const termsPath = "/terms";
