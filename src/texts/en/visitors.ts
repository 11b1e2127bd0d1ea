/** What people read who have no account or are not signed in: front page, sign-up, log-in, payment on the way in. */
export const visitors = {} as const;
