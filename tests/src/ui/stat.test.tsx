/** Figures with their names. */
import { expect, test } from "vitest";
import { StatStrip } from "../../../src/ui/stat.tsx";
import { draw, freshBackend } from "../fake-backend.tsx";

const backend = freshBackend();

test("a figure is read after its name", async () => {
  const stat = { title: "Waiting now", value: "12", caption: "in all queues" };
  await draw(backend, <StatStrip stats={[stat]} />);
  expect(document.querySelector("section")?.textContent).toBe(
    "Waiting nowin all queues12",
  );
});
