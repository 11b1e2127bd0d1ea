/** A button back to the top, shown after one screen. */
import { ArrowUp } from "lucide-react";
import { useSyncExternalStore } from "react";
import { landing } from "../../strings/landing";
import { IconButton } from "../../ui/icon-button";

function subscribe(notify: () => void): () => void {
  window.addEventListener("scroll", notify, { passive: true });
  return () => window.removeEventListener("scroll", notify);
}

export function ScrollToTop() {
  const far = useSyncExternalStore(
    subscribe,
    () => window.scrollY > window.innerHeight,
    () => false,
  );
  if (!far) return null;
  return (
    <IconButton
      label={landing.scrollToTop}
      icon={ArrowUp}
      bordered
      className="fixed right-4 bottom-4 z-20 appear shadow-float"
      onClick={() => {
        window.scrollTo({ top: 0, behavior: "smooth" });
        document.getElementById("main")?.focus({ preventScroll: true });
      }}
    />
  );
}
