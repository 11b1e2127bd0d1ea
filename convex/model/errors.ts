/**
 * The one list of typed errors that reach a caller, and the way to throw them.
 * Expected refusals ("the queue is full") are return values and live in
 * model/texts.ts; what is thrown here is misuse, missing rights, or a failed
 * sign-in.
 */
import { ConvexError } from "convex/values";
import { texts } from "./texts";

/** Everything the app throws on purpose. `message` may be shown to people. */
export type AppError = {
  kind:
    | "NotSignedIn"
    | "NotAllowed"
    | "NotSubscribed"
    | "NotFound"
    | "InvalidInput"
    | "InvalidCredentials"
    | "WeakPassword"
    | "SignUpFailed"
    | "SignUpClosed"
    | "SignUpNotListed"
    | "TooManyRequests";
  message: string;
};

const sentence: Record<AppError["kind"], string> = {
  NotSignedIn: texts.pleaseLogIn,
  NotAllowed: texts.notAllowed,
  NotSubscribed: texts.subscriptionNeeded,
  NotFound: texts.notFound,
  InvalidInput: texts.invalidInput,
  InvalidCredentials: texts.invalidCredentials,
  WeakPassword: texts.weakPassword,
  SignUpFailed: texts.signUpFailed,
  SignUpClosed: texts.signUpClosed,
  SignUpNotListed: texts.signUpNotListed,
  TooManyRequests: texts.tooManyRequests,
};

/**
 * Makes the error to throw: `throw appError("NotFound")`.
 * @param message overrides the kind's sentence, for input errors that name the field.
 */
export function appError(
  kind: AppError["kind"],
  message: string = sentence[kind],
): ConvexError<AppError> {
  return new ConvexError({ kind, message });
}

/** The AppError inside a thrown value, or null when it is some other failure. */
export function readAppError(error: unknown): AppError | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return null;
  const { kind, message } = data as Partial<AppError>;
  if (kind === undefined || !(kind in sentence)) return null;
  return { kind, message: message ?? sentence[kind] };
}

/**
 * The value, or a loud stop when something that the data's own rules promise
 * is missing. Not for input: input gets an AppError.
 */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined)
    throw new Error(`Missing: ${what}`);
  return value;
}
