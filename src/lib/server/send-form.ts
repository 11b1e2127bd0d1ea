/**
 * Sends a form of the front page, which has no connection of its own open: one
 * request to where the form leads in a browser without script, too.
 */
import type { FormRefusal } from "../../strings/forms";

/** As long as a payment call (product.md M8); sent again, the same form is the same request. */
const TIMEOUT_MS = 10_000;

/** `refusal` is null when nothing is known but that it failed; `notSent`: there was no connection. */
export type FormAnswer = "done" | "notSent" | { refusal: FormRefusal | null };

/** The address of a form, for its `action`. @param path one of formPaths */
export function formAction(path: string): string {
  return `${siteOrigin()}${path}`;
}

/** Sends what a form holds to its `action`. Never throws. */
export async function sendForm(form: HTMLFormElement): Promise<FormAnswer> {
  if (!navigator.onLine) return "notSent";
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
    return { refusal: null };
  }
}

/** Where HTTP actions are: this origin, unless the build names another deployment (docs/deploy.md). */
function siteOrigin(): string {
  const site: unknown = import.meta.env["VITE_CONVEX_SITE_URL"];
  if (typeof site === "string" && site !== "") return site;
  const deployment: unknown = import.meta.env["VITE_CONVEX_URL"];
  return typeof deployment === "string"
    ? deployment.replace(/\.convex\.cloud$/, ".convex.site")
    : "";
}
