/** product.md V8. */
import { test } from "vitest";
import { api } from "../../../convex/_generated/api";
import StorageTestScreen from "../../../src/routes/storage-test.tsx";
import { find, freshBackend, press } from "../fake-backend.tsx";
import { beSigned, open, owner, PORTAL } from "../fake-session.tsx";

const path = "/storage-test";
const backend = freshBackend();
const show = () =>
  open(backend, path, { path, element: <StorageTestScreen /> });

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
