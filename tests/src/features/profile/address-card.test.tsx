/** 'Short address' in the profile: made at the first look, changed, refused. product.md F8. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { AddressCard } from "../../../../src/features/profile/address-card.tsx";
import {
  call,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { page } from "../../fake-session.tsx";
import { fill } from "../../user.ts";

const { change, make, own } = api.profile.addresses;
const backend = freshBackend();
const host = location.host;
beforeEach(() => {
  backend.on(make, () => true);
  backend.on(change, () => ({ ok: true }));
});
const draw = () => drawWithToasts(backend, <AddressCard />);
const has = (current: string, earlier: string[] = []) =>
  backend.set(own, {}, { current, earlier });
const write = async (text: string) => await fill("input", text);

test("the first look makes it", async () => {
  backend.set(own, {}, null);
  await draw();
  expect(backend.sent[0]).toEqual(call(make, {}));
  expect(page()).not.toContain("Short address");
  await backend.change(own, {}, { current: "fade", earlier: [] });
  find("p", `People type ${host}/j/fade`);
});

test("without one there is no card, and one is asked for no more", async () => {
  backend.set(own, {}, null);
  backend.fail(make);
  await draw();
  expect(page()).not.toContain("Short address");
});

test("a refusal stands at the field until somebody types", async () => {
  has("fade");
  await draw();
  for (const [code, words] of [
    ["addressTaken", /This address is taken/],
    ["addressInvalid", /three letters/],
  ] as const) {
    backend.refuse(change, code);
    await write("Other");
    await press(/^Change address/);
    find("p", words);
    await write("Another");
    expect(page()).not.toMatch(words);
  }
});
