/** Invites a person by e-mail address. Only an owner chooses the role. */
import { UserPlus } from "lucide-react";
import { useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { normalizeEmail } from "../../../convex/base/rules/password";
import {
  MAX_PERSON_NAME,
  mayManage,
  type GivenRole,
  type Role,
} from "../../../convex/business/rules/roles";
import { fieldOf, useErrors } from "../../lib/read-form";
import { useFreshness } from "../../lib/server/connection";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { Button } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { FormError } from "../../ui/fields/form-error";
import { passFocus } from "../../ui/pass-focus";
import type { InvitationLink } from "./types";
import { useInvite } from "./use-invite";

type Errors = { name: string; email: string };

/** @param own the role of the user */
export function InviteForm(props: {
  own: Role;
  onLink: (link: InvitationLink) => void;
}) {
  const { own, onLink } = props;
  const invite = useInvite(onLink);
  const { live } = useFreshness();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { errors, refuse } = useErrors<Errors>();
  const choosesRole = mayManage(own, "manager");

  const send = async (form: HTMLFormElement, email: string) => {
    const name = fieldOf(form, "name").trim();
    const role = fieldOf(form, "role") === "manager" ? "manager" : "staff";
    const refusal = await invite({ name, email, role });
    if (refusal === null) return form.reset();
    const text = refusalText(refusal);
    const { code } = refusal;
    // At once: after an answer React would mark the field later than the frame in which it gets the focus.
    const show = (found: Partial<Errors>) =>
      flushSync(() => refuse(form, found));
    if (code.startsWith("personName")) show({ name: text });
    else if (code === "invalidEmail" || code === "inTeam")
      show({ email: text });
    else setFailure(text);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setFailure(null);
    const email = normalizeEmail(fieldOf(form, "email"));
    const isWrong = refuse(form, {
      ...(fieldOf(form, "name").trim() === "" && {
        name: refusalText({ code: "personNameEmpty" }),
      }),
      ...(email === null && { email: refusalText({ code: "invalidEmail" }) }),
    });
    if (isWrong || email === null) return;
    setBusy(true);
    try {
      await send(form, email);
    } catch (error) {
      setFailure(errorText(error, strings.failed));
    }
    setBusy(false);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-3 grid gap-4"
    >
      <FormError message={failure} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={strings.name}
          name="name"
          maxLength={MAX_PERSON_NAME}
          autoComplete="off"
          dir="auto"
          error={errors.name}
        />
        <EmailField
          label={strings.email}
          autoComplete="off"
          error={errors.email}
        />
      </div>
      {choosesRole && <RoleChoice />}
      <Button
        ref={passFocus}
        type="submit"
        variant="primary"
        size="field"
        icon={UserPlus}
        className="justify-self-start"
        busy={busy}
        disabled={!live}
      >
        {strings.invite}
      </Button>
    </form>
  );
}

const given: readonly GivenRole[] = ["staff", "manager"];

function RoleChoice() {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{strings.role}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {given.map((role) => (
          <label
            key={role}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-line-strong px-3.5 py-2.5 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === "staff"}
              className="size-5 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{strings.roles[role]}</span>
              <span className="block text-sm text-ink-2">
                {strings.roleMeanings[role]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
