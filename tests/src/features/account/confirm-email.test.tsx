/** product.md A14 on the screen: the address is confirmed with a code that is sent there. Canary: a window that opens although no code was sent. */
import { act } from "react";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import ConfirmEmail from "../../../../src/features/account/confirm-email.tsx";
import { Toasts } from "../../../../src/ui/toast.tsx";
import { draw, FakeBackend, find, press } from "../../fake-backend.tsx";

const text = () => document.body.textContent ?? "";

let backend: FakeBackend;
let codes: string[];

beforeEach(async () => {
  backend = new FakeBackend();
  codes = [];
  backend.set(api.services.current, {}, { payments: "real", mail: "real" });
  backend.on(api.credentials.finishEmailChange, ({ code }) => {
    codes.push(String(code));
    return { ok: true };
  });
  await draw(
    backend,
    <>
      <ConfirmEmail email="anna@example.com" />
      <Toasts pace="owner" />
    </>,
  );
});

async function type(code: string): Promise<void> {
  const field = find("input[name='code']", "") as HTMLInputElement;
  await act(async () => {
    field.value = code;
    field.form?.requestSubmit();
  });
}

test("says why, has a code sent, takes it, and says that it is done", async () => {
  backend.on(api.credentials.startEmailProof, () => ({ ok: true }));
  expect(text()).toContain("Confirm your e-mail address first");
  await press("Confirm E-mail");
  expect(text()).toContain("We have sent a code to this address");
  expect(text()).toContain("anna@example.com");
  await type("");
  expect(codes).toEqual([]);
  await type("1234 5678");
  expect(codes).toEqual(["12345678"]);
  expect(text()).toContain("Your e-mail address is confirmed.");
  expect(text()).not.toContain("We have sent a code");
});

test("no code was sent: it says why, and no window asks for one", async () => {
  const refused = { ok: false, code: "tooManyRequests", retryAfterMs: 60_000 };
  backend.on(api.credentials.startEmailProof, () => refused);
  await press("Confirm E-mail");
  expect(text()).not.toContain("We have sent a code");
  expect(text()).toMatch(/try again/i);
});
