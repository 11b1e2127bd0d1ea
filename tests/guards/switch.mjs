/** Which guard is broken (0: none) and which have refused, shared by threads; a child keeps its first number. */
const { getEnvironmentData, setEnvironmentData } = process.getBuiltinModule(
  "node:worker_threads",
);
const { appendFileSync } = process.getBuiltinModule("node:fs");

const MAX_GUARDS = 1 << 14;
const { GUARD, GUARD_PROCESS, GUARD_CHILDREN } = process.env;
const isChild =
  GUARD_PROCESS !== undefined && GUARD_PROCESS !== String(process.pid);

/** Index 0: the guard that is broken. From 1: whether each guard has refused. */
const marks =
  getEnvironmentData("guards") ??
  new Int32Array(new SharedArrayBuffer(4 * MAX_GUARDS));
setEnvironmentData("guards", marks);
if (isChild) marks[0] = Number(GUARD);

globalThis.guard = (number) => marks[0] === number;
globalThis.refused = (number) => {
  if (isChild && marks[number] === 0)
    appendFileSync(String(GUARD_CHILDREN), `${number}\n`);
  marks[number] = 1;
};

/** Breaks a guard, here and in processes started from now on. 0 repairs it. */
export function breakGuard(number) {
  marks[0] = number;
  process.env.GUARD = String(number);
}

/** The guards that have refused since the last call. */
export function refusals() {
  const numbers = [];
  for (let number = 1; number < MAX_GUARDS; number += 1)
    if (marks[number] === 1) numbers.push(number);
  marks.fill(0, 1);
  return numbers;
}
