/** product.md A14 on the screen: confirming the address with a mailed code. */
import { useQuery } from "convex/react";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import ConfirmEmail from "../../../../src/features/account/confirm-email.tsx";
import {
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { act } from "../../act.ts";
// Inside an action, which cannot wait.
// oxlint-disable-next-line house/no-restricted-imports -- nothing is loaded here
import { act as actNow } from "react";
import { REAL } from "../../fake-session.tsx";

const text = () => document.body.textContent ?? "";
const backend = freshBackend();
let codes: string[];

beforeEach(async () => {
  codes = [];
  backend.set(api.account.deployment.current, {}, REAL);
  backend.on(api.account.credentials.finishEmailChange, ({ code }) => {
    codes.push(String(code));
    return { ok: true };
  });
  prove(false);
  await drawWithToasts(
    backend,
    <main id="main" tabIndex={-1}>
      <UntilProven />
    </main>,
  );
});

/** As in the cards: it disappears when the session says that the address is proven. */
function UntilProven() {
  const me = useQuery(api.account.current.me);
  return me?.needsProof ? <ConfirmEmail email="anna@example.com" /> : null;
}
const prove = (isProven = true) =>
  backend.set(api.account.current.me, {}, { needsProof: !isProven });

async function type(code: string): Promise<void> {
  const field = find("input[name='code']", "") as HTMLInputElement;
  await act(async () => {
    field.value = code;
    field.form?.requestSubmit();
  });
}

test("the card explains why, sends a code, takes it and reports success", async () => {
  backend.on(api.account.credentials.startEmailProof, () => ({ ok: true }));
  expect(text()).toContain("Confirm your e-mail address first");
  await press("Confirm e-mail");
  expect(text()).toContain("We've sent a code");
  expect(text()).toContain("anna@example.com");
  await type("");
  expect(codes).toEqual([]);
  await type("1234 5678");
  expect(codes).toEqual(["12345678"]);
  expect(text()).toContain("Your e-mail address is confirmed.");
  expect(text()).not.toContain("We've sent a code");
});

test("the card says why no code was sent, and asks for none", async () => {
  const refused = { ok: false, code: "tooManyRequests", retryAfterMs: 60_000 };
  backend.on(api.account.credentials.startEmailProof, () => refused);
  await press("Confirm e-mail");
  expect(text()).not.toContain("We've sent a code");
  expect(text()).toMatch(/try again/i);
});

test.each(["before", "after"])(
  "the focus moves to the page when the session is confirmed %s the answer",
  async (when) => {
    backend.on(api.account.credentials.startEmailProof, () => ({ ok: true }));
    backend.on(api.account.credentials.finishEmailChange, () => {
      if (when === "before") actNow(prove);
      return { ok: true };
    });
    find("button", "Confirm e-mail").focus();
    await press("Confirm e-mail");
    await type("12345678");
    if (when === "after") await act(async () => prove());
    expect(text()).not.toContain("Confirm your e-mail address first");
    expect(document.activeElement?.id).toBe("main");
  },
);

test("the code's field gets the focus, and the button again after Cancel", async () => {
  backend.on(api.account.credentials.startEmailProof, () => ({ ok: true }));
  const button = find("button", "Confirm e-mail");
  button.focus();
  await press("Confirm e-mail");
  expect(document.activeElement?.getAttribute("name")).toBe("code");
  await press("Cancel");
  expect(document.activeElement).toBe(button);
});
