/** What a new account agrees to, with links to the terms and the privacy page. */
import { account } from "../../strings/account";
import { PrivacyLink, TermsLink } from "../../ui/legal-links";

const { agree: strings } = account.signUp;

export function Agree() {
  return (
    <p className="text-sm text-ink-2">
      {strings.before} <TermsLink>{strings.terms}</TermsLink>
      {strings.between} <PrivacyLink>{strings.privacy}</PrivacyLink>{" "}
      {strings.after}
    </p>
  );
}
