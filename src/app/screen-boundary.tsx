/** Handles a screen whose files cannot be loaded, usually without a connection, and resumes when it returns. */
import { Component, useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import {
  isMissingFile,
  loadAgain,
  loadAgainOnce,
} from "../lib/server/newer-version";
import { everyone } from "../strings/everyone";
import { parts } from "../strings/parts";
import { Drawn } from "./first-sight";

const { notLoaded: strings } = parts;
const { stillOffline, titled } = everyone;

export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary place={key}>{children}</Boundary>;
}

type Props = { place: string; children: ReactNode };
type State = { place: string; error: Error | null };

class Boundary extends Component<Props, State> {
  override state: State = { place: this.props.place, error: null };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  /** "Back" leads to a screen that works. */
  static getDerivedStateFromProps(props: Props, state: State): State | null {
    const { place } = props;
    return place === state.place ? null : { place, error: null };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isMissingFile(error)) throw error;
    return (
      <>
        <NotLoaded />
        <Drawn />
      </>
    );
  }
}

/** Plain elements, because every page carries it. A reload, because a browser may remember that a file failed. */
function NotLoaded() {
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const retry = () => void loadAgainOnce();
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);
  const tryAgain = async () => {
    if (busy) return;
    setBusy(true);
    if (await loadAgain()) return;
    setBusy(false);
    setTries(tries + 1);
  };
  return (
    <main id="main" tabIndex={-1} className="loading-error">
      <title>{titled(strings.title)}</title>
      <h1>{strings.heading}</h1>
      <p role="alert">{strings.text}</p>
      <button
        type="button"
        aria-busy={busy || undefined}
        onClick={() => void tryAgain()}
      >
        {busy ? strings.trying : strings.tryAgain}
      </button>
      <p role="status">{tries > 0 && !busy && stillOffline}</p>
    </main>
  );
}
