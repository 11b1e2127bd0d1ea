/** State of the stand-in for Google: grants and tokens, and the events and busy times of each account's calendar. */

/** The one program that may ask for access. */
export type GoogleClient = { readonly id: string; readonly secret: string };

/** Accounts on the consent page. */
export const ACCOUNTS = [
  { id: "100000000000000000001", email: "owner@gmail.example" },
  { id: "100000000000000000002", email: "second@gmail.example" },
] as const;

/** A consent whose code is not exchanged yet. */
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

/** As in the API. Fields that are not here are refused. */
export type CalendarEvent = {
  readonly id: string;
  readonly status: "confirmed" | "cancelled";
  readonly summary: string;
  readonly description: string;
  readonly start: string;
  readonly end: string;
  readonly transparency: "opaque" | "transparent";
  readonly sequence: number;
};

/** ISO times. */
export type Block = { readonly start: string; readonly end: string };

export type Calendar = {
  readonly events: Record<string, CalendarEvent>;
  busy: readonly Block[];
};

export type GoogleSwitches = {
  readonly delayMs: number;
  /** Answers every calendar call with this status instead of doing it. Null does it. */
  readonly failWith: number | null;
  /** Does it and still answers 503, so the caller cannot know. */
  readonly loseAnswers: boolean;
  /** Simulates events that are deleted for good: their ids stay taken, and updates are refused. */
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

/** The calendar of an account, made on first use. */
export function calendarOf(state: GoogleState, email: string): Calendar {
  return (state.calendars[email] ??= { events: {}, busy: [] });
}

/** Revokes everything that this account has allowed, as revoking one of its tokens does. */
export function endGrant(state: GoogleState, email: string): void {
  for (const tokens of [state.refreshTokens, state.accessTokens])
    for (const [token, { email: whose }] of Object.entries(tokens))
      if (whose === email) delete tokens[token];
}
