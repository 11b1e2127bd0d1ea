/** The logout as a quiet button. */
import { signedIn } from "../../strings/signed-in";
import { Button } from "../../ui/button";
import { useLogout } from "./use-logout";

export function LogOut() {
  return (
    <Button variant="ghost" onClick={useLogout()}>
      {signedIn.logOut}
    </Button>
  );
}
