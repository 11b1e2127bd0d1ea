/** Phone numbers that customers give when they join. product.md J11. */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { stubTexts } from "../messages/text-shop.ts";
import { lineRow, newSecret, openApp, rows, type Shop } from "../open-app.ts";
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

test("the join page asks for a phone number if the plan has texts and somebody can send them", async () => {
  const app = await openApp();
  const asks = async ({ businessId }: Shop) =>
    (
      await app.backend.query(api.profile.businesses.publicProfile, {
        businessId,
      })
    )?.smsPossible;
  const [small, shop] = [
    await app.shop({ plan: "starter" }),
    await app.shop({ plan: "pro" }),
  ];
  expect(await asks(shop)).toBe(false);
  await app.backend.run(async (ctx) => {
    const { businessId } = shop;
    const secret = { keyId: "", nonce: "", box: "" };
    const twilio = { secret, accountHash: "", sidLast4: "", from: "" };
    await ctx.db.insert("smsSettings", { businessId, templates: {}, twilio });
  });
  expect(await asks(shop)).toBe(true);
  stubTexts();
  expect([await asks(small), await asks(shop)]).toEqual([false, true]);
});
