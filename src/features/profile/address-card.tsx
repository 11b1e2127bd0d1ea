/** 'Short address': what people type who cannot scan the code (product.md F8). */
import { useMutation } from "convex/react";
import { useState, type FormEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_NAME } from "../../../convex/base/rules/names";
import { slugOf } from "../../../convex/business/rules/shortAddress";
import { everyone } from "../../strings/everyone";
import { listed } from "../../strings/language/intl";
import { profile } from "../../strings/profile";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field } from "../../ui/fields/field";
import { showSuccess } from "../../ui/toast";
import { readable, useShortAddress } from "../../lib/server/use-short-address";

const { address: strings } = profile;

export function AddressCard() {
  const own = useShortAddress();
  const change = useMutation(api.profile.addresses.change);
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!own) return null;
  const { current, earlier } = own;
  const wanted = typed ?? current;
  const becomes = slugOf(wanted);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (becomes === current) return;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await change({ wanted });
      if (answer.ok) {
        setTyped(null);
        showSuccess(strings.saved);
      } else setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, profile.failed));
    }
    setBusy(false);
  };

  return (
    <Card title={strings.title}>
      <p className="mt-1 mb-4 text-ink-2">{strings.meaning}</p>
      <form
        onSubmit={(event) => void save(event)}
        className="flex flex-wrap items-end gap-3"
      >
        <Field
          className="min-w-0 flex-[1_1_14rem]"
          label={strings.title}
          hideLabel
          hint={becomes && strings.peopleType(readable(becomes))}
          error={refusal}
          value={wanted}
          maxLength={MAX_NAME}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefusal(null);
          }}
        />
        <Button
          type="submit"
          size="field"
          busy={busy}
          busyText={everyone.processing}
          // Not `disabled`: the pressed button would lose its focus.
          aria-disabled={becomes === current || undefined}
        >
          {strings.change}
        </Button>
      </form>
      {earlier.length > 0 && (
        <p className="mt-3 text-sm wrap-anywhere text-ink-2">
          {strings.earlier(listed(earlier.map(readable)))}
        </p>
      )}
    </Card>
  );
}
