/** An element has one animation: of two utilities that set it, only the one later in the style sheet would run. */
import { expect, test } from "vitest";
import { files, product } from "./tree.ts";

test("no class names two animations", () => {
  const css = files.find(({ path }) => path === "src/app/base.css")?.text ?? "";
  const own = [...css.matchAll(/@utility ([\w-]+) \{\s+animation:/g)].map(
    ([, name]) => name,
  );
  expect(own).toContain("late-spin");
  const animation = new RegExp(`^(${own.join("|")}|animate-[\\w-]+)$`);
  const doubled = product.flatMap(({ path, text }) =>
    [...text.matchAll(/"([^"\n]*)"/g)]
      .map(([, classes = ""]) => classes)
      .filter(
        (classes) =>
          classes.split(" ").filter((one) => animation.test(one)).length > 1,
      )
      .map((classes) => `${path}: ${classes}`),
  );
  expect(doubled).toEqual([]);
});
