/**
 * Texts and lists longer than any page sends, in each argument of each function of chairs, people, invitations and
 * tablets: refused by name, and nothing is written.
 */
import { getFunctionName as nameOf } from "convex/server";
import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { argFormsOf, call, type Args } from "../calling.ts";
import { everything } from "../base/tables.ts";
import { openApp } from "../open-app.ts";
import { argsOf, furnishedShop } from "../owner-args.ts";
import type { Form } from "../sample-rows.ts";
import { surface } from "../surface.ts";

const LONG = "x".repeat(100_000);
const { actions, chairs } = api.desk;
const { invitations, people, tablets } = api.team;

/** Of each function with a request key. */
const ofKeyed = { requestKey: "invalidInput", asPerson: "tabletLocked" };
const ofChair = { chairId: "notFound" };
const ofSettings = {
  ...{ name: "nameTooLong", queueIds: "invalidInput" },
  "queueIds[]": "notFound",
};
const ofPerson = { personId: "notFound" };
const ofRange = { from: "invalidInput", to: "invalidInput" };

/** The refusal for each argument that holds a text or a list. */
const refusals: Record<string, Record<string, string | null>> = {
  [nameOf(chairs.take)]: { ...ofChair, ...ofKeyed },
  [nameOf(chairs.leave)]: { ...ofChair, ...ofKeyed },
  [nameOf(chairs.turn)]: { ...ofChair, ...ofKeyed },
  [nameOf(chairs.remove)]: { ...ofChair, ...ofKeyed },
  [nameOf(chairs.create)]: ofSettings,
  [nameOf(chairs.change)]: { ...ofChair, ...ofSettings },
  [nameOf(actions.call)]: { ...ofChair, ...ofKeyed, ticketId: "notFound" },
  [nameOf(actions.callFirst)]: { ...ofChair, ...ofKeyed },
  [nameOf(actions.callNext)]: { ...ofChair, ...ofKeyed, queueId: "notFound" },
  [nameOf(people.changeRole)]: ofPerson,
  [nameOf(people.remove)]: ofPerson,
  [nameOf(people.rename)]: { ...ofPerson, name: "nameTooLong" },
  [nameOf(invitations.invite)]: {
    ...{ email: "invalidEmail", name: "nameTooLong" },
  },
  [nameOf(invitations.revoke)]: { invitationId: "notFound" },
  // A query that finds nothing.
  [nameOf(invitations.look)]: { secret: null },
  [nameOf(invitations.accept)]: { secret: "invitationGone" },
  [nameOf(tablets.add)]: { name: "nameTooLong" },
  [nameOf(tablets.end)]: { tabletId: "notFound" },
  [nameOf(tablets.setPin)]: { ...ofPerson, pin: "pinInvalid" },
  [nameOf(tablets.unlock)]: { ...ofPerson, pin: "pinNotSet" },
  [nameOf(api.reports.people.mine)]: ofRange,
  [nameOf(api.reports.people.sums)]: ofRange,
};

/** The parts of an argument that hold a text or a list: 'queueIds' and 'queueIds[]'. */
function partsOf(name: string, form: Form): string[] {
  if (form.type === "string") return [name];
  if (form.type === "union")
    return form.value.flatMap((one) => partsOf(name, one));
  return form.type === "array"
    ? [name, ...partsOf(`${name}[]`, form.value)]
    : [];
}

test("the refusals name every argument of every such function", async () => {
  const found: Record<string, string[]> = {};
  for (const path of Object.keys(surface)) {
    const forms = await argFormsOf(path);
    const isOne =
      /^(desk\/chairs|team\/\w+|reports\/people):/.test(path) ||
      forms.some(([name]) => name === "chairId");
    const parts = forms.flatMap(([name, form]) => partsOf(name, form));
    if (isOne && parts.length > 0) found[path] = parts.sort();
  }
  const named = Object.entries(refusals).map(([path, codes]) => [
    path,
    Object.keys(codes).sort(),
  ]);
  expect(Object.fromEntries(named)).toEqual(found);
});

async function openWorld() {
  const app = await openApp();
  const shop = await furnishedShop(app);
  return { app, shop, tablet: (await app.tablet(shop)).caller };
}
let shared: ReturnType<typeof openWorld> | undefined;

test.each(Object.entries(refusals))("%s", async (path, codes) => {
  const { app, shop, tablet } = await (shared ??= openWorld());
  const others: Record<string, Args> = {
    [nameOf(invitations.invite)]: {
      ...{ email: "new@example.com", name: "New", role: "staff" },
    },
    [nameOf(invitations.look)]: { secret: "" },
    [nameOf(invitations.accept)]: { secret: "" },
    [nameOf(tablets.unlock)]: { personId: shop.staffId, pin: "1234" },
  };
  const good = others[path] ?? (await argsOf(path, shop));
  const caller = surface[path] === "tablet" ? tablet : shop.owner;
  const answerTo = async (name: string, value: Value) =>
    await call(caller, path, { ...good, [name]: value }).then(
      (answer) => (answer as { code?: string } | null)?.code ?? answer,
      (error: { data?: { code?: string } }) => error.data?.code ?? error,
    );
  // Refused changes count, too.
  const before = await everything(app, "rateLimits");
  for (const [part, code] of Object.entries(codes)) {
    const name = part.replace("[]", "");
    const isList = Array.isArray(good[name]);
    const list = part === name ? Array(5_000).fill(shop.queueId) : [LONG];
    const answer = answerTo(name, isList ? list : LONG);
    expect(await answer, part).toEqual(code);
  }
  expect(await everything(app, "rateLimits")).toBe(before);
});
