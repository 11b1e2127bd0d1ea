/** What Vitest was doing when its time was over: a reporter writes each start and end to `UNDERWAY_FILE`. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import process from "node:process";

export default class Underway {
  /** Called when a worker gets the file, so a file that never reaches its tests is named, too. */
  onTestModuleQueued(module) {
    note({ begun: nameOf(module) });
  }
  onTestModuleEnd(module) {
    note({ ended: nameOf(module) });
  }
  onTestCaseReady(test) {
    note({ begun: nameOf(test.module, test) });
  }
  onTestCaseResult(test) {
    note({ ended: nameOf(test.module, test) });
  }
}

function note(what) {
  const line = JSON.stringify({ ...what, at: Date.now() });
  appendFileSync(process.env["UNDERWAY_FILE"], `${line}\n`);
}

function nameOf(module, test) {
  const file = relative(process.cwd(), module.moduleId);
  return test ? `${file} > ${test.fullName}` : file;
}

/**
 * @param {string} file the reporter's file
 * @param {number} [now] ms
 * @returns {string[]} a line for each file and test that started and did not end; empty if there is no file
 */
export function underwayIn(file, now = Date.now()) {
  if (!existsSync(file)) return [];
  const begun = new Map();
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const note = JSON.parse(line);
    if (note.begun) begun.set(note.begun, note.at);
    // Vitest does not report the end of every test. The end of a file ends all its tests.
    for (const name of begun.keys()) {
      if (name === note.ended || name.startsWith(`${note.ended} > `))
        begun.delete(name);
    }
  }
  return [...begun].map(
    ([name, at]) => `${name}: underway for ${Math.round((now - at) / 1000)} s`,
  );
}
