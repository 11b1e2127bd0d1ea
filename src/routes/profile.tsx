/** /profile: what an owner says about the business, and the account itself. */
import { ArrowLeft } from "lucide-react";
import { OwnerGate } from "../features/shell/owner-gate";
import { paths } from "../lib/paths";
import { everyone } from "../texts/everyone";
import { profile as texts } from "../texts/profile";
import { ButtonLink } from "../ui/button-link";
import { SkipLink } from "../ui/skip-link";

/** Only for signed-in owners. */
export default function ProfileScreen() {
  return <OwnerGate title={texts.title}>{() => <Profile />}</OwnerGate>;
}

function Profile() {
  return (
    <>
      <title>{everyone.titled(texts.title)}</title>
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-3xl gap-5 px-4 pt-4 pb-12 outline-none md:px-8"
      >
        <header>
          <ButtonLink
            to={paths.dashboard}
            variant="link"
            icon={ArrowLeft}
            className="-ml-4"
          >
            {texts.back}
          </ButtonLink>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">
            {texts.title}
          </h1>
        </header>
      </main>
    </>
  );
}
