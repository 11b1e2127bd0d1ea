/** Loads the page again. */
import { RefreshCw } from "lucide-react";
import { everyone } from "../strings/everyone";
import { Button } from "./button";

export function ReloadButton() {
  return (
    <Button
      variant="primary"
      size="hero"
      icon={RefreshCw}
      onClick={() => window.location.reload()}
    >
      {everyone.refreshPage}
    </Button>
  );
}
