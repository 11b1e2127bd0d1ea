/** A page of the portal that fails leaves header and menu in place, and comes back by itself together with the session. */
import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { useSession } from "../../lib/me";
import { isMissingFile } from "../../lib/newer-version";
import { admin as texts } from "../../texts/admin";
import { everyone } from "../../texts/everyone";
import { Button } from "../../ui/button";

/** Around what asks the server. A file that cannot be had is left to the boundary around all screens. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const session = useSession();
  const isOpen = session.is === "signedIn" && session.me.adminSession !== null;
  return <Boundary isOpen={isOpen}>{children}</Boundary>;
}

type Props = { isOpen: boolean; children: ReactNode };
type State = { error: Error | null };

class Boundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidUpdate(before: Props): void {
    const isBack = this.props.isOpen && !before.isOpen;
    if (isBack && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isMissingFile(error)) throw error;
    return (
      <div
        role="alert"
        className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface p-6 text-center"
      >
        <TriangleAlert className="size-7 text-danger-text" aria-hidden="true" />
        <p className="text-lg font-bold">{texts.failed}</p>
        <Button onClick={() => this.setState({ error: null })}>
          {everyone.tryAgain}
        </Button>
      </div>
    );
  }
}
