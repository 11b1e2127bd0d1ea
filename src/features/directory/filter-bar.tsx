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
        options={[
          { value: "", label: strings.allPlans },
          ...planNames.map((value) => ({ value, label: plans[value].label })),
        ]}
        onPick={(plan) => change({ plan: plan === "" ? null : plan })}
        className="md:w-40"
      />
      <Select
        label={strings.state}
        hideLabel
        value={choice.state ?? ""}
        options={[
          { value: "", label: strings.allStates },
          ...states.map((value) => ({ value, label: strings.states[value] })),
        ]}
        onPick={(state) => change({ state: state === "" ? null : state })}
        className="md:w-44"
      />
      {withOrder && (
        <Select
          label={strings.sort}
          hideLabel
          value={choice.sort}
          // Search results are ordered by the text that matched.
          disabled={choice.text.trim() !== ""}
          options={sorts.map((value) => ({
            value,
            label: strings.sorts[value],
          }))}
          onPick={(sort) => change({ sort })}
          className="col-span-2"
        />
      )}
    </div>
  );
}
