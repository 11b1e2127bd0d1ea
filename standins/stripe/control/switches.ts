/** Reads the switches of a request. */
import { ordinarySwitches, type Switches } from "../webhooks/outgoing.ts";

/** Named switches change; `{"reset": true}` starts from the defaults. Null for an unknown name or a wrong type. */
export function readSwitches(
  old: Switches,
  { reset, ...given }: Readonly<Record<string, unknown>>,
): Switches | null {
  if (reset !== undefined && typeof reset !== "boolean") return null;
  const switches = { ...(reset === true ? ordinarySwitches : old), ...given };
  const isKnown = Object.entries(given).every(([name, value]) =>
    Object.hasOwn(ordinarySwitches, name)
      ? isValid(name as keyof Switches, value)
      : false,
  );
  return isKnown ? switches : null;
}

function isValid(name: keyof Switches, value: unknown): boolean {
  switch (name) {
    case "duplicate":
    case "reorder":
    case "hold":
      return typeof value === "boolean";
    case "delayMs":
    case "retryMs":
      return typeof value === "number" && value >= 0 && Number.isFinite(value);
    case "drop":
      return (
        Array.isArray(value) && value.every((one) => typeof one === "string")
      );
  }
}
