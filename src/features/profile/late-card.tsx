/** 'Running late': announces it to all who wait, and ends it (product.md F5). */
import { useMutation } from "convex/react";
import { useState, type FormEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { minutesLate } from "../../../convex/business/rules/notice";
import { useFreshness } from "../../lib/server/connection";
import { timeOf } from "../../lib/time/format";
import { newRequestKey } from "../../lib/server/request-key";
import { useNow } from "../../lib/time/use-now";
import { errorText } from "../../strings/refusals/owner";
import { profile } from "../../strings/profile";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FormError } from "../../ui/fields/form-error";
import { passFocus } from "../../ui/pass-focus";
import { Select } from "../../ui/fields/select";
import type { OwnProfile } from "./types";

const { late: strings } = profile;
const LATE = [5, 10, 15, 20, 30, 45, 60, 90, 120];
const HOURS = [1, 2, 3, 4];

export function LateCard({ known }: { known: OwnProfile }) {
  const setNotice = useMutation(api.profile.businesses.setNotice);
  const clearNotice = useMutation(api.profile.businesses.clearNotice);
  const { live } = useFreshness();
  const now = useNow("minute");
  const [refusal, setRefusal] = useState<string | null>(null);
  const { notice } = known;
  const minutes = minutesLate(notice, now);

  const send = async (call: Promise<null>) => {
    setRefusal(null);
    try {
      await call;
    } catch (error) {
      setRefusal(errorText(error, profile.account.failed));
    }
  };
  const say = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const of = (name: string) => Number(fields.get(name));
    const given = { minutes: of("minutes"), lasts: of("lasts") * 60 };
    void send(setNotice({ ...given, requestKey: newRequestKey() }));
  };

  return (
    <Card title={strings.title}>
      <p className="mt-1 mb-4 text-ink-2">{strings.meaning}</p>
      <FormError message={refusal} />
      <p role="status" className="tab">
        {notice !== null &&
          minutes > 0 &&
          strings.now(minutes, timeOf(notice.until, known.settings.timezone))}
      </p>
      {minutes > 0 ? (
        <Button
          ref={passFocus}
          className="mt-3"
          disabled={!live}
          onClick={() =>
            void send(clearNotice({ requestKey: newRequestKey() }))
          }
        >
          {strings.end}
        </Button>
      ) : (
        <form onSubmit={say} className="flex flex-wrap items-end gap-3">
          <Select label={strings.minutes} name="minutes" defaultValue={15}>
            {LATE.map((choice) => (
              <option key={choice} value={choice}>
                {strings.about(choice)}
              </option>
            ))}
          </Select>
          <Select label={strings.lasts} name="lasts" defaultValue={1}>
            {HOURS.map((choice) => (
              <option key={choice} value={choice}>
                {strings.hours(choice)}
              </option>
            ))}
          </Select>
          <Button type="submit" size="field" disabled={!live} ref={passFocus}>
            {strings.say}
          </Button>
        </form>
      )}
    </Card>
  );
}
