/** The last step of the wizard: the business exists, its profile is saved. */
import { useAuthToken } from "@convex-dev/auth/react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Profile } from "../../../convex/model/profile";
import { createBusiness } from "../../lib/create-business";
import { errorText, refusalText } from "../../texts/owner-refusals";
import { setup as texts } from "../../texts/setup";
import { showSuccess } from "../../ui/toast";
import { dropDraft } from "./draft";

/** @param hasBusiness false: it is made first; `refusal` is the sentence above the form */
export function useFinish(hasBusiness: boolean, onDone: () => void) {
  const complete = useMutation(api.account.completeSetup);
  const token = useAuthToken();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const finish = async (profile: Profile): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    if (!hasBusiness && token !== null) {
      try {
        await createBusiness(token, profile.name);
      } catch {
        setRefusal(texts.accountNotCreated);
        setBusy(false);
        return;
      }
    }
    try {
      const answer = await complete(profile);
      if (answer.ok) {
        dropDraft();
        showSuccess(texts.complete);
        onDone();
        return;
      }
      setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, texts.profileMissing));
    }
    setBusy(false);
  };
  return { busy, refusal, finish };
}
