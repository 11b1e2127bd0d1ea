/**
 * The functions of a deployment for all callers: clients, HTTP, the scheduler, and other functions. Turns the end of a
 * function into the caller's answer.
 */
import {
  jobCall,
  networkBehind,
  outsideCall,
  type CallRequest,
} from "./calls.ts";
import {
  endOf,
  endOfStatus,
  endOfThrown,
  REFUSED,
  SUCCESS,
  watch,
  type CallWatcher,
} from "./finished-call.ts";
import { canonical, parseAddress, strippedPath } from "../paths.ts";
import type { JobFunctions } from "../deployed/functions.ts";
import { routeHttp } from "../http-routing.ts";
import {
  RequestBroken,
  runAction,
  runHttpAction,
  type ActionRunContext,
  type Ending,
} from "./run-action.ts";
import {
  JobWithdrawn,
  runMutation,
  runMutationOnce,
  type Committed,
  type MutationContext,
} from "./run-mutation.ts";
import { queryResult, runQuery } from "./run-query.ts";
import { failureOf, FunctionThrew, thrownOf } from "../thrown.ts";
import { NetworkTurns } from "../../memory/network-turns.ts";
import type { Timestamp } from "../../values/json.ts";
import type { VectorIndexes } from "../vectors/vector-indexes.ts";
import type {
  FunctionFailure,
  FunctionRunner,
  UdfType,
} from "../function-types.ts";

/** Waiting actions per network: far more than a crowd on one Wi-Fi makes at once. */
const MAX_WAITING = 1000;
/** Concurrent queries and mutations that the actions of one network call. */
const STEPS = 8;
/** HTTP actions per network that have not answered yet: in a flood, each one costs time of the engine's thread. */
const UNANSWERED = 8;

type Runner = Omit<FunctionRunner, "onDeploy"> & {
  readonly jobs: JobFunctions;
};

type Ended<T> = ({ readonly value: T } | { readonly error: unknown }) & {
  readonly logLines: readonly string[];
};

export function createRunner(
  context: MutationContext & {
    readonly onCall: CallWatcher;
    readonly vectors: VectorIndexes;
  },
): Runner {
  const { database, deployment, showErrors, onCall } = context;

  const watched = async <T>(
    udfType: UdfType,
    request: CallRequest,
    run: (onLog: (lines: readonly string[]) => void) => Promise<T>,
    isNested = false,
  ): Promise<Ended<T>> => {
    const ended = watch(onCall, udfType, request, isNested);
    let logLines: readonly string[] = [];
    try {
      const value = await run((lines) => {
        logLines = lines;
      });
      ended(SUCCESS, logLines);
      return { value, logLines };
    } catch (error) {
      // A cancelled job is not a call.
      if (!(error instanceof JobWithdrawn)) ended(endOf(error), logLines);
      return { error, logLines };
    }
  };

  const watchedQuery = async (
    request: CallRequest,
    journal: string | null,
    network: string | null,
    { at, isNested = false }: { at?: Timestamp; isNested?: boolean },
  ) => {
    const ended = watch(onCall, "Query", request, isNested);
    try {
      const run = await runQuery(context, request, journal, at, network);
      const { end, logLines } = run;
      ended("thrown" in end ? endOfThrown(end.thrown) : SUCCESS, logLines);
      return run;
    } catch (error) {
      ended(endOf(error), []);
      throw error;
    }
  };

  const actionTurns = new NetworkTurns({ maxWaiting: MAX_WAITING });
  const answerTurns = new NetworkTurns({ atOnce: UNANSWERED });
  const stepTurns = new NetworkTurns({ atOnce: STEPS });
  /** Runs a nested call, limited per network: one action may start thousands at once. */
  const step = async <T>(request: CallRequest, run: () => Promise<T>) =>
    await stepTurns.run({ network: networkBehind(request) }, run);

  const actions: ActionRunContext = {
    database,
    deployment,
    showErrors,
    vectors: context.vectors,
    nested: {
      query: async (request) => {
        const run = await step(request, async () => {
          const network = networkBehind(request);
          const nested = { isNested: true };
          const done = await watchedQuery(request, null, network, nested);
          await database.whenDurable(done.ts);
          return done;
        });
        if ("thrown" in run.end) throw new FunctionThrew(run.end.thrown);
        return run.end.value;
      },
      mutation: async (request) => {
        const ended = await step(request, () =>
          watched(
            "Mutation",
            request,
            (onLog) => runMutation(context, request, onLog),
            true,
          ),
        );
        return valueOf(ended).value;
      },
      action: async (request) =>
        valueOf(
          await watched(
            "Action",
            request,
            (onLog) => runAction(actions, request, onLog),
            true,
          ),
        ),
    },
  };

  /** Runs `run` and makes an answer of the outcome; errors of user code are answers too. */
  const answered = async <T, Answer>(
    udfType: UdfType,
    request: CallRequest,
    run: (onLog: (lines: readonly string[]) => void) => Promise<T>,
    success: (value: T, logLines: readonly string[]) => Answer,
  ): Promise<Answer | FunctionFailure> => {
    const ended = await watched(udfType, request, run);
    if ("value" in ended) return success(ended.value, ended.logLines);
    const thrown = thrownOf(ended.error);
    return failureOf(thrown, request.requestId, ended.logLines, context);
  };
  const shown = (lines: readonly string[]) => (showErrors ? lines : []);
  const committed = ({ value, ts, logLines }: Committed) =>
    ({ ok: true, value, ts, logLines: shown(logLines) }) as const;

  const find = (text: string) => {
    const address = parseAddress(text);
    const code = deployment()?.components.get(address.component);
    return code?.functions.get(canonical(address));
  };

  const act = (request: CallRequest) =>
    answered(
      "Action",
      request,
      (onLog) => runAction(actions, request, onLog),
      (value, logLines) =>
        ({ ok: true, value, logLines: shown(logLines) }) as const,
    );

  /** @param begun gets the answer, whose body may still be incomplete. Resolves when it is complete. */
  const answer = async (
    call: CallRequest,
    request: Request,
    begun: (response: Response) => void,
  ) => {
    const ended = watch(onCall, "HttpAction", call);
    try {
      const { response, ending } = await runHttpAction(actions, call, request);
      const report = ({ thrown, logLines }: Ending) =>
        ended(endOfStatus(response.status, thrown), logLines);
      const whole =
        ending instanceof Promise ? ending.then(report) : report(ending);
      begun(response);
      await whole;
    } catch (error) {
      if (error instanceof RequestBroken) {
        ended(REFUSED, []);
        throw error.cause;
      }
      ended(endOf(error), []);
      throw error;
    }
  };

  return {
    async runQuery(path, args, caller, journal, at, network = null) {
      const request = outsideCall(path, args, caller);
      const run = await watchedQuery(request, journal, network, { at });
      return queryResult(context, request, run);
    },
    runMutation(path, args, caller, session, info) {
      const request = outsideCall(path, args, caller, info);
      return answered(
        "Mutation",
        request,
        (onLog) =>
          session
            ? runMutationOnce(context, request, onLog, session)
            : runMutation(context, request, onLog),
        committed,
      );
    },
    runAction(path, args, caller, info, gone) {
      const request = outsideCall(path, args, caller, info);
      const turn = {
        network: networkBehind(request),
        line: () => (find(path) ? strippedPath(path) : ""),
        ...(gone ? { gone } : {}),
      };
      return actionTurns.run(turn, () => act(request));
    },
    runHttpAction(request, caller, info) {
      const { pathname } = new URL(request.url);
      const call = {
        ...outsideCall("", [], caller, info),
        path: `${request.method} ${pathname}`,
      };
      const route = () => {
        const http = deployment()?.http;
        const found = http && routeHttp(http, request.method, pathname)?.route;
        return found ? `${found.method} ${found.path}` : "";
      };
      const turn = {
        network: networkBehind(call),
        line: route,
        gone: request.signal,
      };
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const run = async () => {
        let whole: Promise<void> | undefined;
        await answerTurns.run(turn, () => {
          whole = answer(call, request, resolve);
          return Promise.race([promise, whole]);
        });
        // Streaming the rest may take long and does not count as unanswered.
        await whole;
      };
      actionTurns.run(turn, run).catch(reject);
      return promise;
    },
    describe(path) {
      const info = find(path);
      return info && { udfType: info.udfType, visibility: info.visibility };
    },
    jobs: {
      udfTypeOf: (path) => find(path)?.udfType,
      async runMutation(path, args, scheduledId, around) {
        const request = jobCall(path, args, scheduledId);
        try {
          return await answered(
            "Mutation",
            request,
            (onLog) => runMutation(context, request, onLog, null, around),
            () => ({ ok: true }) as const,
          );
        } catch (error) {
          if (error instanceof JobWithdrawn) return { ok: true };
          throw error;
        }
      },
      runAction: (path, args, scheduledId) =>
        act(jobCall(path, args, scheduledId)),
    },
  };
}

function valueOf<T>(ended: Ended<T>): T {
  if ("error" in ended) throw ended.error;
  return ended.value;
}
