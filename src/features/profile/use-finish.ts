/** The last step of the wizard: makes the business if needed, and saves its profile. */
import { useAuthToken } from "@convex-dev/auth/react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Profile } from "../../../convex/business/rules/profile";
import { createBusiness } from "../../lib/server/create-business";
import { errorText, refusalText } from "../../strings/refusals/owner";
import { setup as strings } from "../../strings/setup";
import { showSuccess } from "../../ui/toast";
import { dropDraft } from "./draft";

/** The form's content: the profile, and the name of the first queue, blank for none. */
export type SetUp = { profile: Profile; firstQueue: string };

/**
 * @param hasBusiness false: it is made first; `finish` gives the first queue, null without one and false when refused;
 * `refusal` is the sentence above the form
 */
export function useFinish(hasBusiness: boolean) {
  const complete = useMutation(api.account.current.completeSetup);
  const token = useAuthToken();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const finish = async ({
    profile,
    firstQueue,
  }: SetUp): Promise<string | null | false> => {
    setBusy(true);
    setRefusal(null);
    if (!hasBusiness && token !== null) {
      try {
        await createBusiness(token, profile.name);
      } catch {
        setRefusal(strings.accountNotCreated);
        setBusy(false);
        return false;
      }
    }
    try {
      const answer = await complete({ ...profile, firstQueue });
      if (answer.ok) {
        dropDraft("setup");
        showSuccess(strings.complete);
        return answer.queueId;
      }
      setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, strings.profileMissing));
    }
    setBusy(false);
    return false;
  };
  return { busy, refusal, finish };
}
