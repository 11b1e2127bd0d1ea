/** The customer's app: one screen, a plain connection without sign-in, no router. */
import "./customer.css";
// Not where it is used: the dashboard has all classes in an order of its own, which a second set would turn over.
import "../features/booking/booking.css";
import { ConvexProvider } from "convex/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openConvexClient } from "../lib/server/convex-client";
import JoinScreen, { askForJoinScreen } from "../routes/join";
import { ErrorBoundary } from "./error-boundary";
import { Drawn } from "./first-sight";

/** Draws the app into `root`. */
export function start(root: HTMLElement): void {
  const client = openConvexClient();
  askForJoinScreen(client);
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <ConvexProvider client={client}>
          <JoinScreen />
          <Drawn />
        </ConvexProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
}
