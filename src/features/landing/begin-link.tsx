/** The way in: to a new account, or to the dashboard of who has one. */
import { cn } from "../../lib/cn";
import { paths } from "../../lib/address/paths";
import { useSignedIn } from "../../lib/account/signed-in";
import { landing as strings } from "../../strings/landing";
import { ButtonAnchor } from "../../ui/button";

const cell = "col-start-1 row-start-1";

/** As wide as the wider of its two texts: nothing moves when it is known who reads. */
export function BeginLink({
  size,
  className,
}: {
  size?: "md" | "hero";
  className?: string;
}) {
  const signedIn = useSignedIn();
  return (
    <ButtonAnchor
      variant="primary"
      size={size}
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
