/** Phone numbers that customers give when they join. product.md J11. */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { lineRow, newSecret, openApp, rows } from "../open-app.ts";
import { press, newShop } from "../base/calls.ts";

test("an invalid phone number is refused, and nothing of the attempt is kept", async () => {
  const { app, queueId, owner } = await newShop();
  const before = await rows(app, "rateLimits");
  for (const phone of ["call me", "999", "07700"]) {
    const args = { queueId, secret: newSecret(), phone };
    const answers = [
      await app.backend.mutation(api.line.tickets.join, args),
      await press(owner, api.desk.actions.addWalkIn, { queueId, phone }),
    ];
    const refused = { ok: false, code: "phoneInvalid" };
    expect(answers).toEqual([refused, refused]);
  }
  expect((await lineRow(app, queueId)).state.lastNumber).toBe(0);
  expect(await rows(app, "rateLimits")).toEqual(before);
});

test("a phone number is kept in E.164, read as one of the business's country", async () => {
  const { app, queueId } = await newShop({ timezone: "Europe/London" });
  for (const phone of ["07700 900123", "0049 30 1234567", " "]) {
    const answer = await app.backend.mutation(api.line.tickets.join, {
      queueId,
      secret: newSecret(),
      phone,
    });
    expect(answer.ok).toBe(true);
  }
  const kept = (await rows(app, "tickets")).map(({ phone }) => phone);
  expect(kept).toEqual(["+447700900123", "+49301234567", null]);
});

test.each([
  ["starter", false],
  ["pro", true],
] as const)(
  "on %s the join page asks for a phone number: %s",
  async (plan, asked) => {
    const app = await openApp();
    expect(
      await app.backend.query(api.profile.businesses.publicProfile, {
        businessId: (await app.shop({ plan })).businessId,
      }),
    ).toMatchObject({ smsPossible: asked });
  },
);
