/** Above the list of businesses: the filters, and the order where there are no columns. */
import { MAX_SEARCH } from "../../../convex/business/rules/directory";
import { plans, planNames } from "../../../convex/base/rules/plans";
import { directory as strings } from "../../strings/admin/directory";
import { SearchField } from "../../ui/fields/search-field";
import { Select } from "../../ui/fields/select";
import { sorts, states, type Choice } from "./use-choice";

export function FilterBar(props: {
  choice: Choice;
  change: (part: Partial<Choice>) => void;
  withOrder: boolean;
}) {
  const { choice, change, withOrder } = props;
  const oneOf = <One extends string>(all: readonly One[], value: string) =>
    all.find((one) => one === value) ?? null;
  return (
    <div className="grid grid-cols-2 gap-3 md:flex md:flex-wrap">
      <SearchField
        label={strings.search}
        placeholder={strings.searchHint}
        value={choice.text}
        onChange={(text) => change({ text })}
        most={MAX_SEARCH}
        className="col-span-2 md:w-96 md:max-w-full"
      />
      <Select
        label={strings.plan}
        hideLabel
        value={choice.plan ?? ""}
        onChange={({ target }) =>
          change({ plan: oneOf(planNames, target.value) })
        }
        className="md:w-40"
      >
        <option value="">{strings.allPlans}</option>
        {planNames.map((plan) => (
          <option key={plan} value={plan}>
            {plans[plan].label}
          </option>
        ))}
      </Select>
      <Select
        label={strings.state}
        hideLabel
        value={choice.state ?? ""}
        onChange={({ target }) =>
          change({ state: oneOf(states, target.value) })
        }
        className="md:w-44"
      >
        <option value="">{strings.allStates}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {strings.states[state]}
          </option>
        ))}
      </Select>
      {withOrder && (
        <Select
          label={strings.sort}
          hideLabel
          value={choice.sort}
          // Search results are ordered by the text that matched.
          disabled={choice.text.trim() !== ""}
          onChange={({ target }) =>
            change({ sort: oneOf(sorts, target.value) ?? "newest" })
          }
          className="col-span-2"
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {strings.sorts[sort]}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
