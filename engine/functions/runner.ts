/**
 * The functions of a deployment for everyone who calls them: clients, HTTP, the scheduler, and other functions.
 * Turns how a function ended into the answer each of them gets; running is in run-query.ts, run-mutation.ts, run-action.ts.
 */
import { jobCall, outsideCall, type CallRequest } from "./calls.ts";
import { canonical, parsePath } from "./paths.ts";
import type { JobFunctions } from "./functions.ts";
import {
  runAction,
  runHttpAction,
  type ActionRunContext,
} from "./run-action.ts";
import {
  JobWithdrawn,
  runMutation,
  runMutationOnce,
  type Committed,
  type MutationContext,
} from "./run-mutation.ts";
import { queryResult, runQuery } from "./run-query.ts";
import { failureOf, FunctionThrew, thrownOf } from "./thrown.ts";
import type { FunctionFailure, FunctionRunner } from "./function-types.ts";

type Runner = Omit<FunctionRunner, "onDeploy"> & {
  readonly jobs: JobFunctions;
};

export function createRunner(context: MutationContext): Runner {
  const { database, deployment, showErrors, onHidden } = context;

  const actions: ActionRunContext = {
    database,
    deployment,
    showErrors,
    onHidden,
    nested: {
      query: async (request) => {
        const run = await runQuery(context, request, null);
        await database.whenDurable(run.ts);
        if ("thrown" in run.end) throw new FunctionThrew(run.end.thrown);
        return run.end.value;
      },
      mutation: async (request) => {
        const { value } = await runMutation(context, request, ignore);
        return value;
      },
      action: (request) => runAction(actions, request, ignore),
    },
  };

  /** Runs `what` and makes an answer of it; whatever user code threw is an answer too. */
  const answered = async <T extends { readonly ok: true }>(
    request: CallRequest,
    what: (onLog: (lines: readonly string[]) => void) => Promise<T>,
  ): Promise<T | FunctionFailure> => {
    let logLines: readonly string[] = [];
    try {
      return await what((lines) => {
        logLines = lines;
      });
    } catch (error) {
      const thrown = thrownOf(error);
      return failureOf(thrown, request.requestId, logLines, context);
    }
  };
  const shown = (lines: readonly string[]) => (showErrors ? lines : []);
  const success = ({ value, ts, logLines }: Committed) =>
    ({ ok: true, value, ts, logLines: shown(logLines) }) as const;

  const act = (request: CallRequest) =>
    answered(request, async (onLog) => {
      let logLines: readonly string[] = [];
      const value = await runAction(actions, request, (lines) => {
        logLines = lines;
        onLog(lines);
      });
      return { ok: true, value, logLines: shown(logLines) } as const;
    });

  return {
    async runQuery(path, args, caller, journal) {
      const request = outsideCall(path, args, caller);
      return queryResult(
        context,
        request,
        await runQuery(context, request, journal),
      );
    },
    runMutation(path, args, caller, session, info) {
      const request = outsideCall(path, args, caller, info);
      return answered(request, async (onLog) => {
        return success(
          session
            ? await runMutationOnce(context, request, onLog, session)
            : await runMutation(context, request, onLog),
        );
      });
    },
    runAction: (path, args, caller, info) =>
      act(outsideCall(path, args, caller, info)),
    runHttpAction: (request, caller, info) =>
      runHttpAction(actions, outsideCall("http", [], caller, info), request),
    describe(path) {
      const info = deployment()?.functions.get(canonical(parsePath(path)));
      return info && { udfType: info.udfType, visibility: info.visibility };
    },
    jobs: {
      udfTypeOf: (path) =>
        deployment()?.functions.get(canonical(parsePath(path)))?.udfType,
      async runMutation(path, args, scheduledId, around) {
        const request = jobCall(path, args, scheduledId);
        return answered(request, async (onLog) => {
          try {
            await runMutation(context, request, onLog, null, around);
          } catch (error) {
            if (!(error instanceof JobWithdrawn)) throw error;
          }
          return { ok: true } as const;
        });
      },
      runAction: (path, args, scheduledId) =>
        act(jobCall(path, args, scheduledId)),
    },
  };
}

function ignore(): void {
  // Log lines of functions that an action calls are not the action's.
}
