/** POSTs to one of the HTTP routes for the signed-in owner (product.md H1). @throws Error with a sentence */
import { signedIn } from "../../strings/signed-in";

/** How long a screen waits for it. */
const TIMEOUT_MS = 8_000;

export async function ownerCall(
  path: string,
  token: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await fetch(path, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body: unknown = await response.json().catch(() => null);
  const answer: Record<string, unknown> = { ...(body as object | null) };
  if (response.ok) return answer;
  const { error } = answer;
  throw new Error(
    typeof error === "string" ? error : signedIn.httpError(response.status),
  );
}
