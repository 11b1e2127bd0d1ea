import { expect, test } from "vitest";
import { DocumentCache } from "../../storage/reading/document-cache.ts";

test("[ST7] decoded documents are limited by their size, and unused ones are dropped", () => {
  const cache = new DocumentCache(10);
  const document = (_id: string) => ({ _id, _creationTime: 1 });
  const add = (...keys: string[]) => {
    for (const key of keys) cache.set(key, document(key), 4);
  };
  add("a", "b", "c");
  expect(cache.get("a")).toEqual(document("a"));
  // One generation later, the entries that were used again remain and the others are gone.
  add("d", "e", "f");
  const seen = ["b", "c"].map((key) => cache.get(key));
  expect(seen).toEqual([undefined, undefined]);
  expect(cache.get("a")).toEqual(document("a"));
});
