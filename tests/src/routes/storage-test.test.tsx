/** product.md V8. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import StorageTestScreen from "../../../src/routes/storage-test.tsx";
import { FakeBackend, find, press } from "../fake-backend.tsx";
import {
  authLibrary,
  beSigned,
  open,
  owner,
  page,
  PORTAL,
  useConvexAuth,
} from "../fake-session.tsx";
import { act } from "../act.ts";

vi.mock("convex/react", async (load) => ({
  ...(await load<object>()),
  useConvexAuth: () => useConvexAuth(),
}));
vi.mock("@convex-dev/auth/react", () => ({
  useAuthActions: () => authLibrary.useAuthActions(),
  useAuthToken: () => authLibrary.useAuthToken(),
}));

const path = "/storage-test";
let backend: FakeBackend;
const show = () =>
  open(backend, path, { path, element: <StorageTestScreen /> });

beforeEach(() => {
  backend = new FakeBackend();
});

test("the page says whether files can be read, and offers writing to admins only", async () => {
  await show();
  find("section", "ReadingChecking...");
  await act(async () => backend.set(api.profile.files.check, {}, { ok: true }));
  find("section", "ReadingWorks");
  await act(async () =>
    backend.set(api.profile.files.check, {}, new Error("no disk")),
  );
  find("section", "ReadingDoes not work");
  beSigned("in");
  await act(async () => backend.set(api.account.current.me, {}, owner()));
  find("section", /Only an admin may write\.$/);
  expect(document.querySelector("button")).toBeNull();
  expect(page()).not.toContain("no disk");
});

test("an admin's test says whether a file was written and read back", async () => {
  beSigned("in");
  backend.set(
    api.account.current.me,
    {},
    {
      ...owner(),
      isAdmin: true,
      adminSession: PORTAL,
    },
  );
  let ok = true;
  backend.on(api.profile.files.testWrite, () => ({ ok }));
  await show();
  await press(/^Write a test file/);
  find("section", /^WritingWorks/);
  ok = false;
  await press(/^Write a test file/);
  find("section", /^WritingDoes not work/);
});
