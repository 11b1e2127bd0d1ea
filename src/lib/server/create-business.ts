/** POST /api/create-business: makes or finds the business. @throws Error with a sentence */
import { signedIn } from "../../strings/signed-in";

/** How long a screen waits for it. */
const TIMEOUT_MS = 8_000;

export async function createBusiness(
  token: string,
  businessName: string,
): Promise<void> {
  const response = await fetch("/api/create-business", {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ businessName }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => null);
  throw new Error(errorOf(answer) ?? signedIn.httpError(response.status));
}

function errorOf(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null) return null;
  return "error" in answer && typeof answer.error === "string"
    ? answer.error
    : null;
}
