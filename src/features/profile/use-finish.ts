/** The last step of the wizard: makes the business if needed, and saves its profile. */
import { useAuthToken } from "@convex-dev/auth/react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Profile } from "../../../convex/business/rules/profile";
import { ownerCall } from "../../lib/server/owner-call";
import {
  errorText,
  refusalIn,
  refusalText,
} from "../../strings/refusals/owner";
import { setup as strings } from "../../strings/setup";
import { showSuccess } from "../../ui/toast";
import { dropDraft } from "./draft";
import type { ProfileErrors } from "./read-profile";

export type SetUp = { profile: Profile; firstQueue: string };

type Finished = { queueId: string | null } | { wrong: ProfileErrors };

/** `finish` gives the first queue, null without one. When refused, what is `wrong` in the fields, or nothing there. */
export function useFinish(hasBusiness: boolean) {
  const complete = useMutation(api.account.current.completeSetup);
  const token = useAuthToken();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const finish = async (props: SetUp): Promise<Finished> => {
    const { profile, firstQueue } = props;
    setBusy(true);
    setRefusal(null);
    if (!hasBusiness && token !== null) {
      try {
        await ownerCall("/api/create-business", token, {
          businessName: profile.name,
        });
      } catch {
        setRefusal(strings.accountNotCreated);
        setBusy(false);
        return { wrong: {} };
      }
    }
    try {
      const answer = await complete({ ...profile, firstQueue });
      if (answer.ok) {
        dropDraft("setup");
        showSuccess(strings.complete);
        return { queueId: answer.queueId };
      }
      setRefusal(refusalText(answer));
    } catch (error) {
      const refused = refusalIn(error);
      if (refused?.code === "phoneInvalid") {
        setBusy(false);
        return { wrong: { phone: refusalText(refused) } };
      }
      setRefusal(errorText(error, strings.profileMissing));
    }
    setBusy(false);
    return { wrong: {} };
  };
  return { busy, refusal, finish };
}
