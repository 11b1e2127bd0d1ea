/** One part of a screen fails, the rest goes on working. */
import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { everyone as texts } from "../texts/everyone";
import { Button } from "./button";

/** Says so, with a button that starts the part anew. */
export class CardBoundary extends Component<
  { children: ReactNode },
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
    return (
      <div
        role="alert"
        className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface p-6 text-center"
      >
        <TriangleAlert className="size-7 text-danger-text" aria-hidden="true" />
        <p className="text-lg font-bold">{texts.partFailed}</p>
        <Button onClick={() => this.setState({ failed: false })}>
          {texts.tryAgain}
        </Button>
      </div>
    );
  }
}
