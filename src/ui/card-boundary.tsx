/** Contains the failure of one part of a screen. */
import { Component, type ReactNode } from "react";
import { everyone as strings } from "../strings/everyone";
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
    const { frame = (failure) => failure } = this.props;
    const again = () => this.setState({ failed: false });
    return frame(
      <PartFailed text={text} className={className} onAgain={again} />,
    );
  }
}
