/** 'Your data': downloads it as a file (product.md A13), and deletes the account (A10). */
import { useMutation, useQuery } from "convex/react";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { dayKey } from "../../../convex/base/rules/timezones";
import type { Me } from "../../lib/account/me";
import { saveFrom } from "../../lib/save-file";
import { serverNow } from "../../lib/server/server-clock";
import { useCall } from "../../lib/server/use-call";
import { timeOf } from "../../lib/time/format";
import * as words from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Spinner } from "../../ui/spinner";
import { showError } from "../../ui/toast";
import { DeleteAccount } from "./delete-account";

const { data: strings, deletion } = profile;

type Props = {
  business: NonNullable<Me["business"]>;
  /** True while the account is being deleted, false after a failure. */
  ending: (is: boolean) => void;
  onGone: () => void;
};

export default function DataCard({ business, ...props }: Props) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Card title={strings.title}>
      <p className="mt-2 max-w-prose text-ink-2">{strings.meaning}</p>
      <Export business={business} />
      <div className="mt-6 border-t border-line pt-5">
        <p className="max-w-prose text-ink-2">{deletion.meaning}</p>
        <Button
          variant="outlineDanger"
          size="field"
          icon={Trash2}
          className="mt-3"
          onClick={() => setDeleting(true)}
        >
          {deletion.title}
        </Button>
      </div>
      {isDeleting && (
        <DeleteAccount
          business={business}
          onClose={() => setDeleting(false)}
          {...props}
        />
      )}
    </Card>
  );
}

function Export({ business: { name, timezone } }: Pick<Props, "business">) {
  const current = useQuery(api.privacy.exports.current);
  const start = useMutation(api.privacy.exports.start);
  const take = useMutation(api.privacy.exports.take);
  const preparing = useCall(words, strings.failed, showError);
  const taking = useCall(words, strings.takeFailed, showError);
  const busy = preparing.busy || taking.busy;
  const state = current?.state;

  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      {state === "ready" ? (
        <Button
          variant="primary"
          size="field"
          icon={Download}
          busy={busy}
          onClick={() =>
            void taking.send(
              () => take({}),
              ({ url }) => {
                const today = dayKey(serverNow(), timezone);
                saveFrom(url, strings.fileName(name, today));
              },
            )
          }
        >
          {strings.download}
        </Button>
      ) : (
        <Button
          size="field"
          icon={Download}
          busy={busy || state === "building"}
          disabled={current === undefined}
          onClick={() => void preparing.send(() => start({}))}
        >
          {strings.prepare}
        </Button>
      )}
      <p role="status" className="flex items-center gap-2 text-ink-2 tab">
        {state === "building" && (
          <>
            <Spinner />
            {strings.building(current?.rows ?? 0)}
          </>
        )}
        {state === "ready" &&
          strings.ready(timeOf(current?.until ?? 0, timezone))}
        {state === "fetched" && strings.fetched}
        {state === "failed" && strings.failed}
      </p>
    </div>
  );
}
