/** Contains the failure of one part of a screen. */
import { Component, type ReactNode } from "react";
import { isMissingFile } from "../lib/server/newer-version";
import { isOnline, onOnlineChange } from "../lib/server/online";
import { parts } from "../strings/parts";
import { PartFailed } from "./part-failed";

export class CardBoundary extends Component<
  {
    children: ReactNode;
    text?: string;
    /** Classes inside a card, instead of a card's look. */
    className?: string;
    /** Wraps the failure; it may omit it. */
    frame?: (failure: ReactNode) => ReactNode;
  },
  { failed: boolean; isOffline: boolean }
> {
  override state = { failed: false, isOffline: false };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, isOffline: isMissingFile(error) && !isOnline() };
  }

  again = () => this.setState({ failed: false, isOffline: false });
  stop = () => undefined as void;

  override componentDidMount(): void {
    this.stop = onOnlineChange(() => {
      if (this.state.isOffline && isOnline()) this.again();
    });
  }

  override componentWillUnmount(): void {
    this.stop();
  }

  override componentDidCatch(error: unknown): void {
    console.error("A part of the screen failed", error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { text = parts.partFailed, className } = this.props;
    const { frame = (failure) => failure } = this.props;
    return frame(
      <PartFailed
        text={this.state.isOffline ? parts.partOffline : text}
        className={className}
        onAgain={this.again}
      />,
    );
  }
}
