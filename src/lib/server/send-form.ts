/** Sends a form of the front page, which has no open connection: one request to its `action`, as without script. */
import type { FormRefusal } from "../../strings/forms";

/** As long as a payment call (product.md M8). The same form sent again is the same request. */
const TIMEOUT_MS = 10_000;

/** `refusal` is null for a failure without a reason. `notSent`: there was no connection. */
export type FormAnswer = "done" | "notSent" | { refusal: FormRefusal | null };

export function formAction(path: string): string {
  return `${siteOrigin()}${path}`;
}

export async function sendForm(form: HTMLFormElement): Promise<FormAnswer> {
  // It may be wrong (online.ts), so the form is sent all the same.
  const seemsOnline = navigator.onLine;
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(new FormData(form) as never),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const outcome = (await answer.json()) as { ok?: boolean };
    if (outcome.ok === true) return "done";
    return { refusal: "code" in outcome ? (outcome as FormRefusal) : null };
  } catch {
    return seemsOnline ? { refusal: null } : "notSent";
  }
}

/** The origin of HTTP actions: this one, unless the build names another deployment (docs/deploy.md). */
function siteOrigin(): string {
  const site: unknown = import.meta.env.VITE_CONVEX_SITE_URL;
  if (typeof site === "string" && site !== "") return site;
  const deployment: unknown = import.meta.env.VITE_CONVEX_URL;
  return typeof deployment === "string"
    ? deployment.replace(/\.convex\.cloud$/, ".convex.site")
    : "";
}
