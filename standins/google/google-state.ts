/** What the stand-in for Google remembers: grants and tokens, and of each account's calendar the events and the busy times. */

/** The one program that may ask. */
export type GoogleClient = { readonly id: string; readonly secret: string };

/** Who may be chosen on the consent page. */
export const ACCOUNTS = [
  { id: "100000000000000000001", email: "owner@gmail.example" },
  { id: "100000000000000000002", email: "second@gmail.example" },
] as const;

/** A consent that waits for its code to be exchanged. */
export type PendingCode = {
  readonly email: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
  /** Unix seconds. */
  readonly at: number;
};

export type RefreshToken = {
  readonly email: string;
  readonly scopes: readonly string[];
};

export type AccessToken = RefreshToken & { readonly expiresAt: number };

/** As the API has it; what is not here is refused. */
export type CalendarEvent = {
  readonly id: string;
  readonly status: "confirmed" | "cancelled";
  readonly summary: string;
  readonly description: string;
  readonly start: string;
  readonly end: string;
  readonly transparency: "opaque" | "transparent";
  /** How often it was written. */
  readonly sequence: number;
};

/** ISO times. */
export type Block = { readonly start: string; readonly end: string };

export type Calendar = {
  readonly events: Record<string, CalendarEvent>;
  busy: readonly Block[];
};

export type GoogleSwitches = {
  /** How long each answer of the API waits. */
  readonly delayMs: number;
  /** Answers every call of the calendar with this status instead of doing it; null does it. */
  readonly failWith: number | null;
  /** Does it, and answers 503 all the same: the caller cannot know. */
  readonly loseAnswers: boolean;
  /** Has thrown out for good every event that there is: its id is taken, and nothing is behind it. */
  readonly spend: boolean;
};

export const ordinaryGoogle: GoogleSwitches = {
  delayMs: 0,
  failWith: null,
  loseAnswers: false,
  spend: false,
};

export type GoogleState = {
  readonly codes: Record<string, PendingCode>;
  readonly refreshTokens: Record<string, RefreshToken>;
  readonly accessTokens: Record<string, AccessToken>;
  /** By the account's address. */
  readonly calendars: Record<string, Calendar>;
  switches: GoogleSwitches;
};

export function noGoogle(): GoogleState {
  return {
    codes: {},
    refreshTokens: {},
    accessTokens: {},
    calendars: {},
    switches: ordinaryGoogle,
  };
}

/** The calendar of an account, made now if nobody has written to it. */
export function calendarOf(state: GoogleState, email: string): Calendar {
  return (state.calendars[email] ??= { events: {}, busy: [] });
}

/** Takes back everything that this account has allowed, as revoking one token of it does. */
export function endGrant(state: GoogleState, email: string): void {
  for (const tokens of [state.refreshTokens, state.accessTokens])
    for (const [token, { email: whose }] of Object.entries(tokens))
      if (whose === email) delete tokens[token];
}
