/** The filters of the list of businesses, kept in the address for reloads, bookmarks and Back. */
import { useState } from "react";
import { MAX_SEARCH } from "../../../convex/business/rules/directory";
import { planNamed, type Plan } from "../../../convex/base/rules/plans";
import { directory as strings } from "../../strings/admin/directory";
import type { Listed, Sort } from "./types";

export type Choice = {
  text: string;
  plan: Plan | null;
  state: Listed["state"] | null;
  sort: Sort;
};

const AT_FIRST: Choice = { text: "", plan: null, state: null, sort: "newest" };

function keysOf<Key extends string>(table: Readonly<Record<Key, string>>) {
  return Object.keys(table) as Key[];
}
export const states = keysOf(strings.states);
export const sorts = keysOf(strings.sorts);

function choiceIn(search: string): Choice {
  const given = new URLSearchParams(search);
  const { sort } = AT_FIRST;
  return {
    text: (given.get("text") ?? "").slice(0, MAX_SEARCH),
    plan: planNamed(given.get("plan") ?? ""),
    state: states.find((one) => one === given.get("state")) ?? null,
    sort: sorts.find((one) => one === given.get("sort")) ?? sort,
  };
}

function searchOf(choice: Choice): string {
  const changed = Object.entries(choice).filter(
    ([name, value]) => value !== AT_FIRST[name as keyof Choice],
  );
  const search = new URLSearchParams(changed as [string, string][]).toString();
  return search === "" ? "" : `?${search}`;
}

/** The choice, a function that changes a part of it, and one that clears all filters. */
export function useChoice() {
  const [choice, setChoice] = useState(() => choiceIn(window.location.search));
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    // Not through the router: a navigation scrolls to the top and takes the focus out of the field.
    const { pathname } = window.location;
    window.history.replaceState(
      window.history.state,
      "",
      pathname + searchOf(next),
    );
  };
  const clear = () => change({ ...AT_FIRST, sort: choice.sort });
  return { choice, change, clear };
}
