import { expect, onTestFinished, test, vi } from "vitest";
import { OpenTransaction } from "../../transactions/transaction.ts";
import { openItems } from "./test-database.ts";

test("[TX1] a commit looks at each transaction that was begun by hand, until that is over", async () => {
  const { database, byKind, insert } = await openItems();
  const range = { lower: "", upper: null };
  for (let i = 0; i < 10; i++) {
    database.read((transaction) => transaction.scan(byKind, range, "asc"));
    database.abandon(database.begin());
  }
  const open = database.begin();
  const looks = vi.spyOn(OpenTransaction.prototype, "observe");
  onTestFinished(() => looks.mockRestore());
  const seen = () => looks.mock.contexts.filter((one) => one === open).length;
  await insert({ kind: "a", n: 1 });
  expect([seen(), looks.mock.calls.length]).toEqual([1, 1]);
  database.abandon(open);
  await insert({ kind: "a", n: 2 });
  expect([seen(), looks.mock.calls.length]).toEqual([1, 1]);
});
