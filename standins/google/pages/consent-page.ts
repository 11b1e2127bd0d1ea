/** `/o/oauth2/v2/auth`: choosing an account and what a program may do with it. */
import { seeOther } from "../../http/answers.ts";
import { asSeenBy } from "../../http/as-seen-by.ts";
import { parseForm, textOf, type FormGroup } from "../../http/form.ts";
import type { Answer, Incoming, Route } from "../../http/route.ts";
import { html, type Html } from "../../pages/html.ts";
import { GOOGLE_NOTICE, layout } from "../../pages/layout.ts";
import { nextId } from "../../state/ids.ts";
import type { Store } from "../../state/store.ts";
import { ACCOUNTS, type GoogleClient } from "../google-state.ts";

const path = "/o/oauth2/v2/auth";
const audience = "anyone" as const;

/** The scopes in Google's words. Others are refused. */
const SCOPES: Readonly<Record<string, string>> = {
  "https://www.googleapis.com/auth/userinfo.email":
    "See your primary Google Account email address",
  "https://www.googleapis.com/auth/calendar":
    "See, edit, share, and permanently delete all the calendars you can access using Google Calendar",
};
/** Has no checkbox: signing in always grants it. */
const ALWAYS = "https://www.googleapis.com/auth/userinfo.email";

/** Fields that the page receives and passes on to itself. */
const FIELDS = [
  ...["client_id", "redirect_uri", "response_type", "scope", "state"],
  ...["code_challenge", "code_challenge_method", "access_type", "prompt"],
];

export function consentRoutes(store: Store, client: GoogleClient): Route[] {
  return [
    {
      method: "GET",
      path,
      audience,
      handle: ({ query }) => ask(client, parseForm(query)),
    },
    {
      method: "POST",
      path,
      audience,
      handle: (request) => decide(store, client, request),
    },
  ];
}

function ask(client: GoogleClient, form: FormGroup): Answer {
  const problem = problemOf(client, form);
  if (problem !== null) return blocked(problem);
  return layout(
    200,
    "Sign in with Google",
    GOOGLE_NOTICE,
    html`<form method="post" action="${path}">
      ${FIELDS.map(
        (name) =>
          html`<input
            type="hidden"
            name="${name}"
            value="${textOf(form, name)}"
          />`,
      )}
      <fieldset>
        <legend>Choose an account</legend>
        ${ACCOUNTS.map(
          ({ email }, index) =>
            html`<label class="choice">
              <input
                type="radio"
                name="account"
                value="${email}"
                ${checked(index === 0)}
              />
              ${email}
            </label>`,
        )}
      </fieldset>
      <fieldset>
        <legend>What the program may do</legend>
        ${scopesOf(form).map((scope) =>
          scope === ALWAYS
            ? html`<p class="choice">${SCOPES[scope] ?? scope}</p>`
            : html`<label class="choice">
                <input
                  type="checkbox"
                  name="allowed[]"
                  value="${scope}"
                  checked
                />
                ${SCOPES[scope] ?? scope}
              </label>`,
        )}
      </fieldset>
      <button name="answer" value="allow">Continue</button>
      <button class="second" name="answer" value="deny">Cancel</button>
    </form>`,
  );
}

function decide(store: Store, client: GoogleClient, request: Incoming): Answer {
  const form = parseForm(request.body);
  const problem = problemOf(client, form);
  if (problem !== null) return blocked(problem);
  const redirectUri = textOf(form, "redirect_uri");
  const back = new URL(redirectUri);
  back.searchParams.set("state", textOf(form, "state"));
  const account = ACCOUNTS.find(
    ({ email }) => email === textOf(form, "account"),
  );
  if (textOf(form, "answer") !== "allow" || account === undefined) {
    back.searchParams.set("error", "access_denied");
    return seeOther(asSeenBy(request, back.href));
  }
  const allowed = form.get("allowed");
  const ticked = allowed instanceof Map ? [...allowed.values()] : [];
  const scopes = scopesOf(form).filter(
    (scope) => scope === ALWAYS || ticked.includes(scope),
  );
  const code = store.change(({ state, now }) => {
    const made = nextId(state, "4/standin");
    state.google.codes[made] = {
      email: account.email,
      redirectUri,
      challenge: textOf(form, "code_challenge"),
      scopes,
      at: now,
    };
    return made;
  });
  back.searchParams.set("code", code);
  back.searchParams.set("scope", scopes.join(" "));
  return seeOther(asSeenBy(request, back.href));
}

/** Why Google would block this request. Null if it would not. */
function problemOf(client: GoogleClient, form: FormGroup): string | null {
  const has = (name: string, wanted: string) => textOf(form, name) === wanted;
  if (!has("client_id", client.id)) return "invalid_client";
  if (!has("response_type", "code")) return "unsupported_response_type";
  const redirect = URL.parse(textOf(form, "redirect_uri"));
  if (redirect === null || !/^https?:$/.test(redirect.protocol))
    return "redirect_uri_mismatch";
  if (!has("code_challenge_method", "S256")) return "invalid_request";
  if (scopesOf(form).some((scope) => !Object.hasOwn(SCOPES, scope)))
    return "invalid_scope";
  // Without these two, Google gives no refresh token the second time.
  if (!has("access_type", "offline") || !has("prompt", "consent"))
    return "invalid_request";
  return null;
}

function scopesOf(form: FormGroup): string[] {
  return textOf(form, "scope").split(" ");
}

function checked(is: boolean): Html | null {
  return is ? html`checked` : null;
}

function blocked(problem: string): Answer {
  return layout(
    400,
    "Access blocked",
    GOOGLE_NOTICE,
    html`<p>Error 400: ${problem}</p>`,
  );
}
