/** What is wrong with the phone number of a form, for its field. */
import { useErrors } from "../../../lib/read-form";
import { refusalText } from "../../../strings/refusals/owner";

export function usePhoneError() {
  const { errors, refuse } = useErrors<"phone">();
  return {
    phoneError: errors.phone,
    /** `send` of a form: undefined where the field says why it failed. */
    byField:
      (send: (form: HTMLFormElement) => Promise<string | null>) =>
      async (form: HTMLFormElement) => {
        const phone = await send(form);
        if (phone !== refusalText({ code: "phoneInvalid" })) return phone;
        refuse(form, { phone });
        return undefined;
      },
  };
}
