/** product.md A5: sign-ins that none of our pages sends. The library logs the provider that a caller names. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { call, type Args } from "../calling.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { stranger, useMails, withAccount } from "./resetting.ts";
import { PASSWORD, submit } from "./signing-in.ts";
import { failsWith } from "../base/calls.ts";
import { getFunctionName as nameOf } from "convex/server";

useMails();
const written: unknown[][] = [];
beforeEach(() => {
  written.length = 0;
  for (const level of ["debug", "log", "info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => {
      written.push(words);
    });
});

const LONG = "x".repeat(60_000);
/** The longest name that a field may have. */
const NAME = "x".repeat(1024);
const form = { flow: "signIn", email: "a@example.com", password: PASSWORD };
const ODD: [string, Args][] = [
  ["an unknown provider", { provider: "google", params: form }],
  ["a provider of 10 KB", { provider: "x".repeat(10_000) }],
  ["a provider of 60 KB", { provider: LONG }],
  ["no provider", { params: form }],
  ["nothing", {}],
  ["a code of the library's own flows", { params: { code: LONG } }],
  ["no form", { provider: "password" }],
  ["a form that is none", { provider: "password", params: LONG }],
  ["a verifier alone", { verifier: LONG, calledBy: LONG }],
  ["a long refresh token", { refreshToken: LONG }],
  ["an empty refresh token", { refreshToken: "" }],
  ["a refresh token with a provider", { provider: LONG, refreshToken: "a|b" }],
];

test.each(ODD)("%s is refused, and logged nowhere", async (_, args) => {
  const { app } = await withAccount();
  const odd = call(stranger(app, 1), nameOf(api.auth.signIn), args);
  await failsWith(odd, "invalidInput");
  expect(JSON.stringify(written)).not.toContain("xxx");
});

test("all of them together are counted as sign-ins", async () => {
  const { app } = await withAccount();
  const attempt = (n: number) => {
    const [, args] = must(ODD[n % ODD.length], "sign-in");
    return call(stranger(app, 1), nameOf(api.auth.signIn), args);
  };
  for (let n = 0; n < 30; n += 1) await failsWith(attempt(n), "invalidInput");
  for (const n of ODD.keys()) await failsWith(attempt(n), "tooManyRequests");
  // The same bucket as for well-formed sign-ins.
  await failsWith(submit(stranger(app, 1), form), "tooManyRequests");
  expect((await submit(stranger(app, 2), form)).tokens).toBeTruthy();
});

test("fields that our forms do not have are ignored, and long ones are not logged", async () => {
  const { app } = await withAccount();
  const params = { ...form, calledBy: LONG, redirectTo: LONG, code: LONG };
  const odd = { ...params, [NAME]: LONG, businessName: { [NAME]: 1 } };
  const args = { provider: "password", params: odd, verifier: LONG };
  const answer = await app.backend.action(api.auth.signIn, args);
  expect(answer.tokens).toBeTruthy();
  expect(Object.keys(answer)).toEqual(["tokens"]);
  expect(JSON.stringify(written)).not.toContain("xxx");
});
