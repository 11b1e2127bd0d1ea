/** The link to a new account, or to the dashboard for signed-in users. */
import { cn } from "../../lib/cn";
import { paths } from "../../lib/address/paths";
import { useSignedIn } from "../../lib/account/signed-in";
import { landing as strings } from "../../strings/landing";
import { ButtonAnchor, type Look } from "../../ui/button";

const cell = "col-start-1 row-start-1";

/** As wide as the wider of its two texts, so nothing moves when the session is known. */
export function BeginLink(props: Look & { className?: string }) {
  const { className, ...look } = props;
  const signedIn = useSignedIn();
  return (
    <ButtonAnchor
      {...look}
      href={signedIn ? paths.dashboard : paths.signup}
      data-for-sale={signedIn ? undefined : true}
      className={cn("whitespace-nowrap", className)}
    >
      <span className="grid">
        <span className={cn(cell, signedIn && "invisible")}>
          {strings.getStarted}
        </span>
        <span className={cn(cell, !signedIn && "invisible")}>
          {strings.dashboard}
        </span>
      </span>
    </ButtonAnchor>
  );
}
