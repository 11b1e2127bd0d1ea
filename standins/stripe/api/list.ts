/** Lists and their pages: https://docs.stripe.com/api/pagination */
import type { WireList } from "../objects/wire.ts";
import { existing, invalid } from "../stripe-error.ts";
import type { Params } from "./params.ts";

const USUAL = 10;
const MAX_PAGE = 100;

type Listed = { readonly id: string };

export function wholeList<T>(data: T[], url: string): WireList<T> {
  return { object: "list", data, has_more: false, url };
}

/** The page for `limit`, `starting_after` and `ending_before`, newest first. @param objects oldest first. */
export function pageOf<T extends Listed>(
  objects: readonly T[],
  params: Params,
  url: string,
): WireList<T> {
  const limit = params.integer("limit") ?? USUAL;
  if (limit < 1 || limit > MAX_PAGE)
    throw invalid(`Invalid limit: must be between 1 and ${MAX_PAGE}`, {
      param: "limit",
    });
  const all = objects.toReversed();
  const after = placeOf(all, params, "starting_after");
  const before = placeOf(all, params, "ending_before");
  const rest =
    before === null
      ? all.slice(after === null ? 0 : after + 1)
      : all.slice(0, before);
  return {
    object: "list",
    data: before === null ? rest.slice(0, limit) : rest.slice(-limit),
    has_more: rest.length > limit,
    url,
  };
}

function placeOf(
  all: readonly Listed[],
  params: Params,
  name: string,
): number | null {
  const id = params.text(name);
  if (id === null) return null;
  existing(
    Object.fromEntries(all.map((one) => [one.id, one])),
    id,
    "object",
    name,
  );
  return all.findIndex((one) => one.id === id);
}
