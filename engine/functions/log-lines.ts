/**
 * Console lines of one execution, as clients get them: `[LOG] 'text'`. Limits are the backend's
 * (crates/common/src/log_lines.rs, crates/isolate/src/environment/helpers/mod.rs).
 */

const MAX_LINES = 256;
/** Characters of a line's messages. */
const MAX_LENGTH = 32_768;

export class LogLines {
  readonly #lines: string[] = [];
  /** When each timer was started, ms. */
  readonly #timers = new Map<string, number>();

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** @param level DEBUG, LOG, INFO, WARN or ERROR. @param messages formatted already. */
  add(level: string, messages: readonly string[]): void {
    if (this.#lines.length >= MAX_LINES) return;
    // The last line reports the overflow.
    if (this.#lines.length === MAX_LINES - 1) {
      this.#lines.push(
        `[ERROR] Log overflow (maximum ${MAX_LINES}). Remaining log lines omitted.`,
      );
      return;
    }
    const text = messages.join(" ");
    this.#lines.push(
      text.length <= MAX_LENGTH
        ? `[${level}] ${text}`
        : `[${level}] ${text.slice(0, MAX_LENGTH)} (truncated due to length)`,
    );
  }

  /** Adds a line of the engine, even after the function's overflow. */
  warn(text: string): void {
    this.#lines.push(`[WARN] ${text}`);
  }

  /** `console.time` and its companions. They use real time, as in the backend. @param messages formatted already. */
  time(
    step: "start" | "log" | "end",
    label: string,
    messages: readonly string[],
  ): void {
    const started = this.#timers.get(label);
    if (step === "start") {
      if (started === undefined) this.#timers.set(label, Date.now());
      else this.add("WARN", [`Timer '${label}' already exists`]);
    } else if (started === undefined) {
      this.add("WARN", [`Timer '${label}' does not exist`]);
    } else {
      this.add("INFO", [`${label}: ${Date.now() - started}ms`, ...messages]);
      if (step === "end") this.#timers.delete(label);
    }
  }
}
