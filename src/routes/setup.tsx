/** /setup: the wizard after the first payment, and a test of the first queue at its end (product.md G3, G5, G6). */
import { CircleAlert } from "lucide-react";
import { useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import {
  DEFAULT_SLOT_MINUTES,
  defaultHours,
} from "../../convex/business/rules/hours";
import type { Profile } from "../../convex/business/rules/profile";
import { PaymentFrame } from "../features/billing/payment-frame";
import { isSameDay } from "../features/profile/hours-lines";
import {
  SetupForm,
  type After,
  type SendSetup,
} from "../features/profile/setup-form";
import { useFinish, type SetUp } from "../features/profile/use-finish";
import { weekdays } from "../features/profile/weekdays";
import {
  LOADING_CAP_MS,
  phaseOf,
  PROCESSING_CAP_MS,
} from "../features/setup/phase";
import { isLoggingOut } from "../lib/account/logging-out";
import { LogOut } from "../features/shell/log-out";
import { useFreshness } from "../lib/server/connection";
import { useSession } from "../lib/account/me";
import { onDemand } from "../lib/on-demand";
import { loginPath, paths } from "../lib/address/paths";
import { useElapsed } from "../lib/time/use-elapsed";
import { everyone } from "../strings/everyone";
import { openClock } from "../strings/language/page-clock";
import { setup as strings } from "../strings/setup";
import { Banner } from "../ui/banner";
import { OfflineBanner } from "../ui/live";
import { ButtonLink } from "../ui/button-link";
import { showError, showSuccess } from "../ui/toast";
import { TroubleScreen } from "../ui/something-wrong";
import { WaitingScreen } from "../ui/waiting";

const TITLE = strings.title;
/** Contains the code. It loads while the form is filled in. */
const tryIt = onDemand(() => import("./setup-try"));

const EMPTY: Profile = {
  name: "",
  phone: null,
  description: null,
  slotMinutes: DEFAULT_SLOT_MINUTES,
  operatingHours: defaultHours,
};
/** Suggested in place of the untouched default: most shops with walk-ins work on Saturdays. */
const SUGGESTED = { ...defaultHours, "6": defaultHours["1"] };

function stateOf(state: unknown): { paid: boolean; tries: string | null } {
  const { paid, tries } = (
    typeof state === "object" && state !== null ? state : {}
  ) as { paid?: unknown; tries?: unknown };
  return {
    paid: paid === true,
    tries: typeof tries === "string" ? tries : null,
  };
}

export default function SetupScreen() {
  const session = useSession();
  const { live } = useFreshness();
  const navigate = useNavigate();
  const { paid, tries } = stateOf(useLocation().state);
  const loadingOver = useElapsed(LOADING_CAP_MS);
  const processingOver = useElapsed(PROCESSING_CAP_MS);
  const business = session.is === "signedIn" ? session.me.business : null;
  if (business !== null) openClock(business);
  const profile = useQuery(
    api.profile.businesses.publicProfile,
    business === null ? "skip" : { businessId: business.businessId },
  );
  const phase = phaseOf(session, {
    paid,
    profile: profile !== undefined,
    loadingOver,
    processingOver,
  });
  const isSubscribed = business?.subscription.isSubscribed === true;
  const arrived = paid && isSubscribed;
  const slow = phase.is === "form" && phase.slow;
  const { busy, refusal, finish } = useFinish(business !== null);
  // A save that runs here navigates on its own.
  const done = phase.is === "done" && !busy;
  const send = async (given: SetUp, after: After) => {
    const finished = await finish(given);
    if ("wrong" in finished) return finished.wrong;
    const { queueId } = finished;
    const isTried = after === "try" && queueId !== null;
    void navigate(isTried ? paths.setup : paths.dashboard, {
      replace: true,
      state: isTried ? { tries: queueId } : null,
    });
    return {};
  };

  useEffect(() => {
    if (!arrived) return;
    showSuccess(strings.accountReady);
    // Shown once: the history entry drops the reason. Not when done: this would end the navigation to the dashboard.
    if (!done) void navigate(paths.setup, { replace: true, state: null });
  }, [arrived, done, navigate]);
  useEffect(() => {
    if (slow) showError(strings.slow);
  }, [slow]);
  useEffect(() => void tryIt.load(), []);

  if (phase.is === "signedOut") {
    const login = isLoggingOut() ? paths.login : loginPath(paths.setup);
    return <Navigate to={login} replace />;
  }
  if (phase.is === "done" && business !== null && tries !== null) {
    return (
      <tryIt.Screen
        businessId={business.businessId}
        queueId={tries}
        live={live}
        fallback={null}
      />
    );
  }
  if (done) return <Navigate to={paths.dashboard} replace />;
  if (phase.is === "lost") {
    return (
      <TroubleScreen title={strings.short} text={strings.unexpected}>
        <ButtonLink variant="primary" size="hero" to={loginPath(paths.setup)}>
          {strings.toLogin}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  if (phase.is !== "form" && !busy) {
    const text =
      phase.is === "processing" ? strings.processing : everyone.loading;
    return (
      <WaitingScreen title={strings.short} text={text} offline={!live} atOnce />
    );
  }
  return (
    <Form
      busy={busy}
      canTry={paid || isSubscribed}
      refusal={refusal}
      onFinish={send}
      initial={withSuggestion(profile ? profileOf(profile) : EMPTY)}
      notice={slow ? strings.slow : null}
      live={live}
    />
  );
}

function withSuggestion(known: Profile): Profile {
  const isUntouched = weekdays.every(({ key }) =>
    isSameDay(known.operatingHours[key], defaultHours[key]),
  );
  return isUntouched ? { ...known, operatingHours: SUGGESTED } : known;
}

function profileOf(known: Profile): Profile {
  const { name, phone, description, slotMinutes, operatingHours } = known;
  return { name, phone, description, slotMinutes, operatingHours };
}

function Form(props: {
  busy: boolean;
  canTry: boolean;
  refusal: string | null;
  onFinish: SendSetup;
  initial: Profile;
  notice: string | null;
  live: boolean;
}) {
  const { busy, canTry, refusal, onFinish, initial, notice, live } = props;
  // The initial values only, so typed text stays.
  const [first] = useState(initial);
  const trouble = refusal ?? notice;
  return (
    <PaymentFrame title={TITLE} text={strings.meaning} account={<LogOut />}>
      {trouble !== null && (
        <Banner tone="danger" icon={CircleAlert}>
          {trouble}
        </Banner>
      )}
      {!live && <OfflineBanner />}
      <div className="rounded-lg border border-line bg-surface p-4 md:p-6">
        <SetupForm
          initial={first}
          busy={busy}
          canTry={canTry}
          disabled={!live}
          onFinish={onFinish}
        />
      </div>
    </PaymentFrame>
  );
}
