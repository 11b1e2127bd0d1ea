/** 'Short address': what people type who cannot scan the code (product.md F8). */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_NAME } from "../../../convex/base/rules/names";
import { slugOf } from "../../../convex/business/rules/shortAddress";
import { everyone } from "../../strings/everyone";
import { listed } from "../../strings/language/intl";
import { profile } from "../../strings/profile";
import * as words from "../../strings/refusals/owner";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field } from "../../ui/fields/field";
import { Form } from "../../ui/fields/form";
import { showSuccess } from "../../ui/toast";
import { useCall } from "../../lib/server/use-call";
import { readable, useShortAddress } from "../../lib/server/use-short-address";

const { address: strings } = profile;

export function AddressCard() {
  const own = useShortAddress();
  const change = useMutation(api.profile.addresses.change);
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, refusal, setRefusal, send } = useCall(words, profile.failed);
  if (!own) return null;
  const { current, earlier } = own;
  const wanted = typed ?? current;
  const becomes = slugOf(wanted);

  const save = async () => {
    if (becomes === current) return;
    await send(
      () => change({ wanted }),
      () => {
        setTyped(null);
        showSuccess(strings.saved);
      },
    );
  };

  return (
    <Card title={strings.title}>
      <p className="mt-1 mb-4 text-ink-2">{strings.meaning}</p>
      <Form onSubmit={save} className="flex flex-wrap items-end gap-3">
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
      </Form>
      {earlier.length > 0 && (
        <p className="mt-3 text-sm wrap-anywhere text-ink-2">
          {strings.earlier(listed(earlier.map(readable)))}
        </p>
      )}
    </Card>
  );
}
