/** The page that requests a demo. */
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import BookDemoScreen from "../../../src/routes/book-demo.tsx";
// Loaded already, so that a message takes no time that React cannot see.
import "../../../src/ui/toast.tsx";
import { draw, FakeBackend, find } from "../fake-backend.tsx";
import { page, type } from "../fake-session.tsx";
import { act } from "../act.ts";
import { fill } from "../user.ts";

const FAILED = "There was an error submitting your request. Please try again.";
const send = vi.fn<typeof fetch>();
beforeEach(async () => {
  send.mockReset();
  vi.stubGlobal("fetch", send);
  await draw(
    new FakeBackend(),
    <MemoryRouter>
      <BookDemoScreen />
    </MemoryRouter>,
  );
  await type("firstName", "Ada");
  await type("lastName", "Lovelace");
  await type("email", "ada@example.com");
  await type("message", "Two shops.");
});
const answer = (status: number, body: object) =>
  send.mockResolvedValue(Response.json(body, { status }));
const submit = async () => {
  await act(
    async () => document.querySelector("form")?.requestSubmit() as unknown,
  );
};
const typed = () =>
  [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(
    ({ value }) => value,
  );

test.each([
  ["a server that fails", 500, {}, FAILED],
  [
    "too many",
    429,
    { ok: false, code: "tooManyRequests", retryAfterMs: 1_190_000 },
    "Too many attempts. Please try again in 20 minutes.",
  ],
  [
    "an address that the server refuses",
    400,
    { ok: false, code: "invalidEmail" },
    "Valid email address is required",
  ],
])("%s is explained, the input kept", async (_what, status, body, why) => {
  answer(status, body);
  const before = typed();
  await submit();
  expect(find("form [role=alert]", `Error: ${why}`)).toBe(
    document.activeElement,
  );
  await vi.waitFor(() =>
    find("body > [data-over-windows] [role=alert]", FAILED),
  );
  expect(typed()).toEqual(before);
  expect(location.hash).toBe("");
});

test("a missing name and a wrong address are said at their fields, and nothing is sent", async () => {
  await type("lastName", "");
  await type("email", "ada");
  await submit();
  find("form p", "Error: Enter your last name");
  find("form p", "Error: Valid email address is required");
  const wrong = [...document.querySelectorAll("[aria-invalid=true]")];
  expect(wrong.map((field) => field.getAttribute("name"))).toEqual([
    "lastName",
    "email",
  ]);
  await new Promise((painted) => requestAnimationFrame(painted));
  expect(document.activeElement).toBe(wrong[0]);
  expect(document.querySelector("form")?.noValidate).toBe(true);
  expect(typed()).toContain("Ada");
  expect(send).not.toHaveBeenCalled();
});

test("the form is sent with a connection that the browser denies", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answer(200, { ok: true });
  await submit();
  expect(location.hash).toBe("#thank-you");
});

test("the form is sent once while it waits for the answer", async () => {
  send.mockReturnValue(new Promise(() => undefined));
  await submit();
  await submit();
  expect(send).toHaveBeenCalledTimes(1);
  expect(find("button", /Submitting\.\.\.$/).getAttribute("aria-busy")).toBe(
    "true",
  );
});

test("an error goes when its field is changed, a refusal with any field", async () => {
  await type("firstName", "");
  await type("email", "ada");
  await submit();
  expect(page()).toContain("Valid email address is required");
  await fill("[name=email]", "ada@example.com");
  expect(page()).not.toContain("Valid email address is required");
  expect(find("[name=firstName]").ariaInvalid).toBe("true");
  await fill("[name=firstName]", "Ada");
  expect(document.querySelector("[aria-invalid]")).toBeNull();
  answer(500, {});
  await submit();
  find("form [role=alert]");
  await fill("[name=message]", "Three shops.");
  expect(document.querySelector("form [role=alert]")).toBeNull();
});
