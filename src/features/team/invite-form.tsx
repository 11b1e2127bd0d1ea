/** Invites a person by e-mail address. Only an owner chooses the role. */
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { normalizeEmail } from "../../../convex/base/rules/password";
import {
  MAX_PERSON_NAME,
  mayManage,
  type GivenRole,
  type Role,
} from "../../../convex/business/rules/roles";
import { fieldOf, useErrors } from "../../lib/read-form";
import { useFreshness } from "../../lib/server/connection";
import { parts } from "../../strings/parts";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { Button } from "../../ui/button";
import { EmailField } from "../../ui/fields/email-field";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { FormError } from "../../ui/fields/form-error";
import { RadioCard } from "../../ui/fields/radio-card";
import { passFocus } from "../../ui/pass-focus";
import type { InvitationLink } from "./types";
import { useInvite } from "./use-invite";

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
  const { errors, refuse } = useErrors<"name" | "email">();
  const choosesRole = mayManage(own, "manager");

  const send = async (form: HTMLFormElement, email: string) => {
    const name = fieldOf(form, "name").trim();
    const role = fieldOf(form, "role") === "manager" ? "manager" : "staff";
    const answer = await invite({ name, email, role });
    if (answer.ok) return form.reset();
    const text = refusalText(answer);
    const { code } = answer;
    const show = (field: "name" | "email") => refuse(form, { [field]: text });
    if (/name/i.test(code)) show("name");
    else if (code === "invalidEmail" || code === "inTeam") show("email");
    else setFailure(text);
  };
  const submit = async (form: HTMLFormElement) => {
    if (busy) return;
    setFailure(null);
    const email = normalizeEmail(fieldOf(form, "email"));
    const isUnnamed = fieldOf(form, "name").trim() === "";
    const isWrong = refuse(form, {
      name: isUnnamed && refusalText({ code: "nameEmpty" }),
      email: email === null && refusalText({ code: "invalidEmail" }),
    });
    if (isWrong || email === null) return;
    setBusy(true);
    try {
      await send(form, email);
    } catch (error) {
      setFailure(errorText(error, parts.failed));
    }
    setBusy(false);
  };

  return (
    <Form onSubmit={submit} className="mt-3 grid gap-4">
      <FormError message={failure} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
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
    </Form>
  );
}

const given: readonly GivenRole[] = ["staff", "manager"];

function RoleChoice() {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{strings.role}</legend>
      <div className="grid gap-2 sm:grid-cols-2 sm:gap-4">
        {given.map((role) => (
          <RadioCard
            key={role}
            name="role"
            value={role}
            defaultChecked={role === "staff"}
          >
            <span className="block font-semibold">{strings.roles[role]}</span>
            <span className="block text-sm text-ink-2">
              {strings.roleMeanings[role]}
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
