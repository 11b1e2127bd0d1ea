/** The button of a sold plan. A form, so that it also works without script. */
import { useEffect, useState, type FormEvent } from "react";
import { plans, type Plan } from "../../../convex/base/rules/plans";
import { onReturn } from "../../lib/address/leave-for";
import { isServerThere } from "../../lib/server/newer-version";
import { paths, signupPath } from "../../lib/address/paths";
import { landing } from "../../strings/landing";
import { Button } from "../../ui/button";

const { pricing: strings } = landing;

/** Busy while the next screen loads (product.md S7). If that fails, it stays on this page. */
export function ChoosePlan(props: { plan: Plan; primary: boolean }) {
  const { plan, primary } = props;
  const [state, setState] = useState<"ready" | "leaving" | "failed">("ready");
  useEffect(() => onReturn(() => setState("ready")), []);
  const leaving = state === "leaving";
  const leave = async (event: FormEvent) => {
    event.preventDefault();
    setState("leaving");
    if (await isServerThere()) window.location.assign(signupPath(plan));
    else setState("failed");
  };
  return (
    <form action={paths.signup} onSubmit={(event) => void leave(event)}>
      <input type="hidden" name="plan" value={plan} />
      <p role="alert" className="font-semibold text-danger-text not-empty:pb-2">
        {state === "failed" && strings.failed}
      </p>
      <Button
        type="submit"
        variant={primary ? "primary" : "secondary"}
        size="hero"
        className="w-full"
        busy={leaving}
        busyText={strings.processing}
        disabled={leaving}
      >
        {strings.choose(plans[plan].label)}
      </Button>
    </form>
  );
}
