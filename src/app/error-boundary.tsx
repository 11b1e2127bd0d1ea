/** Catches errors that no screen caught, and shows further actions instead of a blank page. */
import { Component, type ReactNode } from "react";
import { SomethingWrong } from "../ui/something-wrong";
import { Drawn } from "./first-sight";

type State = { reference: string | null };

type Props = { children: ReactNode };

export class ErrorBoundary extends Component<Props, State> {
  // Not a field: see lib/listeners.ts.
  constructor(props: Props) {
    super(props);
    this.state = { reference: null };
  }

  static getDerivedStateFromError(): State {
    // Short enough to read out on the phone; the time finds it in a log.
    const code = Math.random().toString(36).slice(2, 6).toUpperCase();
    const time = new Date().toTimeString().slice(0, 5);
    return { reference: `${code}-${time}` };
  }

  override componentDidCatch(error: unknown): void {
    console.error(`Reference ${this.state.reference}`, error);
  }

  override render(): ReactNode {
    const { reference } = this.state;
    if (reference === null) return this.props.children;
    return (
      <>
        <SomethingWrong reference={reference} />
        <Drawn />
      </>
    );
  }
}
