import { expect, onTestFinished, test, vi } from "vitest";
import { openItems } from "./test-database.ts";

test("[TX1] a commit looks at each transaction that was begun by hand, until that is over", async () => {
  const { database, byKind, insert } = await openItems();
  const range = { lower: "", upper: null };
  for (let i = 0; i < 10; i++) {
    database.read((transaction) => transaction.scan(byKind, range, "asc"));
    database.abandon(database.begin());
  }
  const open = database.begin();
  const looks = vi.spyOn(WeakRef.prototype, "deref");
  onTestFinished(() => looks.mockRestore());
  await insert({ kind: "a", n: 1 });
  expect(looks).toHaveBeenCalledTimes(1);
  database.abandon(open);
  await insert({ kind: "a", n: 2 });
  expect(looks).toHaveBeenCalledTimes(1);
});
