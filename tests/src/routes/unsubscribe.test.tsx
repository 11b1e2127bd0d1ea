/** product.md E4: the page behind the link in an e-mail. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import UnsubscribeScreen from "../../../src/routes/unsubscribe.tsx";
import { FakeBackend, find, press } from "../fake-backend.tsx";
import { authLibrary, open, page, useConvexAuth } from "../fake-session.tsx";
import { act } from "../act.ts";

vi.mock("convex/react", async (load) => ({
  ...(await load<object>()),
  useConvexAuth: () => useConvexAuth(),
}));
vi.mock("@convex-dev/auth/react", () => ({
  useAuthActions: () => authLibrary.useAuthActions(),
  useAuthToken: () => authLibrary.useAuthToken(),
}));

const path = "/unsubscribe";
const args = { token: "t1" };
let backend: FakeBackend;
const show = () =>
  open(backend, `${path}?token=t1`, { path, element: <UnsubscribeScreen /> });

beforeEach(() => {
  backend = new FakeBackend();
});

test("the page asks first, ends the mails at the button, and says what has ended", async () => {
  const of = { businessName: "Fade & Fortune" };
  let asked = 0;
  backend.on(api.upkeep.mails.unsubscribe, () => {
    asked += 1;
    backend.set(api.upkeep.mails.subscription, args, { ...of, isOver: true });
    return { ok: true };
  });
  await show();
  expect(page()).toContain("Looking at the link");
  await act(async () =>
    backend.set(api.upkeep.mails.subscription, args, { ...of, isOver: false }),
  );
  expect(page()).toContain("no more e-mails about bookings at Fade & Fortune");
  expect(asked).toBe(0);
  await press(/^End these e-mails/);
  expect(asked).toBe(1);
  find("[role='status']", /^EndedFade & Fortune sends you no more/);
});

test("a failure is reported and the button stays; an unknown link has no button", async () => {
  backend.set(api.upkeep.mails.subscription, args, {
    businessName: null,
    isOver: false,
  });
  backend.on(api.upkeep.mails.unsubscribe, () => {
    throw new Error("no connection");
  });
  await show();
  await press(/^End these e-mails/);
  find("[role='alert']", /^That did not work/);
  await act(async () => backend.set(api.upkeep.mails.subscription, args, null));
  expect(page()).toContain("This link does not work");
  expect(document.querySelector("main button")).toBeNull();
});
