/** /invitation#{secret}: what an invitation's link opens. Opening it changes nothing: programs open links too. */
import { useEffect } from "react";
import { Invitation, useSecret } from "../features/account/invitation";
import { useLogout } from "../features/shell/use-logout";
import { paths } from "../lib/address/paths";
import { syncServerClock } from "../lib/server/server-clock";

export default function InvitationScreen() {
  const secret = useSecret();
  const logOut = useLogout(`${paths.invitation}#${secret}`);
  useEffect(() => void syncServerClock(), []);
  return <Invitation key={secret} secret={secret} logOut={logOut} />;
}
