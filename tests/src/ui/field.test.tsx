/** A field of a number, and the mouse wheel. */
import { expect, test } from "vitest";
import { Field } from "../../../src/ui/fields/field.tsx";
import { draw, FakeBackend, find } from "../fake-backend.tsx";
import { act } from "../act.ts";

test.each([
  ["number", false],
  ["text", true],
])(
  "a wheel over a field of type %s leaves it focused: %s",
  async (type, is) => {
    await draw(new FakeBackend(), <Field label="Minutes" type={type} />);
    const field = find("input");
    field.focus();
    const wheel = new WheelEvent("wheel", { bubbles: true, deltaY: 100 });
    await act(async () => field.dispatchEvent(wheel));
    expect(document.activeElement === field).toBe(is);
  },
);
