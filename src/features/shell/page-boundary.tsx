/** Keeps header and menu when a page of the portal fails, and restores the page when the session returns. */
import { Component, type ReactNode } from "react";
import { useSession } from "../../lib/account/me";
import { isMissingFile } from "../../lib/server/newer-version";
import { admin as strings } from "../../strings/admin/admin";
import { PartFailed } from "../../ui/part-failed";

/** Around content that queries the server. The boundary around all screens handles files that fail to load. */
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
      <PartFailed
        text={strings.failed}
        onAgain={() => this.setState({ error: null })}
      />
    );
  }
}
