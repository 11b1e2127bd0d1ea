/** One part of a screen fails, the rest goes on working. */
import { Component, type ReactNode } from "react";
import { everyone as strings } from "../strings/everyone";
import { PartFailed } from "./part-failed";

/** Says so, with a button that starts the part anew. */
export class CardBoundary extends Component<
  {
    children: ReactNode;
    /** What has failed, if it has words of its own. */
    text?: string;
    /** Inside of a card, in place of a card's look. */
    className?: string;
    /** What the failure is shown in; it may leave it out. */
    frame?: (failure: ReactNode) => ReactNode;
    /** The part is started anew. */
    onAgain?: () => void;
  },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error("A part of the screen failed", error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { text = strings.partFailed, className } = this.props;
    const { frame = (failure) => failure, onAgain } = this.props;
    const again = () => {
      this.setState({ failed: false });
      onAgain?.();
    };
    return frame(
      <PartFailed text={text} className={className} onAgain={again} />,
    );
  }
}
