/** product.md V8. */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import StorageTestScreen from "../../../src/routes/storage-test.tsx";
import { find, freshBackend, press } from "../fake-backend.tsx";
import { beSigned, open, owner, page, PORTAL } from "../fake-session.tsx";

const path = "/storage-test";
const backend = freshBackend();
const show = () =>
  open(backend, path, { path, element: <StorageTestScreen /> });

test("the page says whether files can be read, and offers writing to admins only", async () => {
  await show();
  find("section", "ReadingChecking...");
  await backend.change(api.profile.files.check, {}, { ok: true });
  find("section", "ReadingWorks");
  await backend.change(api.profile.files.check, {}, new Error("no disk"));
  find("section", "ReadingDoesn't work");
  beSigned("in");
  await backend.change(api.account.current.me, {}, owner());
  find("section", /Only admins can write\.$/);
  expect(document.querySelector("button")).toBeNull();
  expect(page()).not.toContain("no disk");
});

test("an admin's test says whether a file was written and read back", async () => {
  beSigned("in");
  backend.set(
    api.account.current.me,
    {},
    { ...owner(), isAdmin: true, adminSession: PORTAL },
  );
  let ok = true;
  backend.on(api.profile.files.testWrite, () => ({ ok }));
  await show();
  await press(/^Write a test file/);
  find("section", /^WritingWorks/);
  ok = false;
  await press(/^Write a test file/);
  find("section", /^WritingDoesn't work/);
});
