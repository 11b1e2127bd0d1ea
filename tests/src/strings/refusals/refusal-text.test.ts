/** The server's codes in words. */
import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { appError } from "../../../../convex/base/rules/errors.ts";
import * as customers from "../../../../src/strings/refusals/customer.ts";
import { doneText, undoneText } from "../../../../src/strings/done.ts";
import * as owners from "../../../../src/strings/refusals/owner.ts";
import * as visitors from "../../../../src/strings/refusals/visitor.ts";

const UNKNOWN = "That didn't work. Please reload the page.";

test("numbers and names are part of the specification's sentences", () => {
  expect(customers.refusalText({ code: "queueFull", limit: 10 })).toBe(
    "This queue is currently full. Maximum 10 active customers allowed.",
  );
  const limit = { code: "queueLimit", limit: 5, plan: "starter" } as const;
  expect(owners.refusalText(limit)).toBe(
    "Queue limit reached. Maximum 5 queues allowed for Starter plan.",
  );
  expect(owners.refusalText({ code: "hoursInvalid", weekday: 1 })).toBe(
    "Invalid start/end time for Monday. Start time must be before end time.",
  );
});

test.each([
  [170_000, "in 3 minutes"],
  [1, "in 1 minute"],
  [86_400_000, "in 24 hours"],
  [null, "in a minute"],
  // What a newer server may send instead.
  [undefined, "in a minute"],
])("after %j ms the customer may try again %s", (retryAfterMs, when) => {
  const refusal = { code: "tooManyJoins", retryAfterMs } as never;
  expect(customers.refusalText(refusal)).toBe(
    `Too many people are joining right now. Please try again ${when}.`,
  );
});

test.each([customers, visitors, owners])(
  "an unknown code of a newer server has a sentence and causes no error",
  ({ refusalText, errorText }) => {
    expect(refusalText({ code: "soldOut" } as never)).toBe(UNKNOWN);
    expect(refusalText({ code: "toString" } as never)).toBe(UNKNOWN);
    const thrown = new ConvexError({ code: "soldOut" });
    expect(errorText(thrown, "Failed.")).toBe("Failed.");
  },
);

test("an unknown action of a newer server is shown without its name", () => {
  expect(doneText("call", null, 7)).toBe("Called customer #7");
  expect(doneText("skip", "H", 8)).toBe("Skipped customer #H8");
  expect(doneText("chairsSet", "H", 3)).toBe("3 chairs");
  expect(doneText("chairOff", null, null, "Chair 2")).toBe(
    "Chair 2 is off duty",
  );
  expect(undoneText("chairTaken", null, null)).toBe("Undone: 'Take'");
  expect(undoneText("serve", "H", 6)).toBe("Undone: 'Here' of H6");
  // Their number is a count.
  expect(undoneText("chairsSet", "H", 3)).toBe("Undone: chairs");
  expect(undoneText("crowdKept", "H", 3)).toBe("Undone: notice");
  expect(doneText("merge" as never, null, 7)).toBe("The queue has changed.");
});

test("the message of a refusal is shown, that of an accident is not", () => {
  const { errorText } = owners;
  expect(errorText(appError("notFound"), "Failed.")).toBe(
    "This no longer exists.",
  );
  for (const accident of [
    new Error("[Request ID: 1] Server Error: secret stack"),
    new ConvexError({ message: "of an older server" }),
    new ConvexError(null),
    "text",
    undefined,
  ]) {
    expect(errorText(accident, "Failed.")).toBe("Failed.");
  }
});
