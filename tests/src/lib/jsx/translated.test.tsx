/** Pages that a translator has rewritten keep working: every text node became elements (Chrome, Safari, extensions). */
import { act } from "../../act.ts";
import { createRoot } from "react-dom/client";
import { useState, type ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { Button } from "../../../../src/ui/button.tsx";

const box = document.createElement("div");
let set: (value: number) => void;
let root: ReturnType<typeof createRoot>;

afterEach(async () => await act(async () => root.unmount()));

async function show(words: (value: number) => ReactNode) {
  function Page() {
    const [value, change] = useState(0);
    set = change;
    return words(value);
  }
  root = createRoot(box);
  await act(async () => root.render(<Page />));
}

/** As Chrome does: each text node is replaced by its words in two elements. */
function translate() {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const outer = document.createElement("font");
    outer.append(document.createElement("font"));
    outer.firstElementChild?.append(text.data);
    text.replaceWith(outer);
  }
}

const Name = () => <>Ann</>;
const pages: [string, (value: number) => ReactNode, string][] = [
  ["a number in a sentence", (n) => <p>{n} people wait</p>, "1 people wait"],
  ["a part that comes", (n) => <p>Ready{n > 0 && <b>!</b>}</p>, "Ready!"],
  ["a part that goes", (n) => <p>{n === 0 && <b>!</b>}Ready</p>, "Ready"],
  [
    "text before text",
    (n) => <p>{n > 0 && "Now "}your turn</p>,
    "Now your turn",
  ],
  ["text or element", (n) => <p>{n === 0 ? "Wait" : <b>Go</b>}</p>, "Go"],
  [
    "text between elements",
    (n) => (
      <p>
        <i>a</i>
        {n}
        <i>b</i>
      </p>
    ),
    "a1b",
  ],
  [
    "a fragment's text",
    (n) => (
      <p>
        <i>a</i>
        <>{n}</>
      </p>
    ),
    "a1",
  ],
  [
    "children that are passed on",
    (n) => (
      <Button>
        <i>a</i>
        {n} left
      </Button>
    ),
    "a1 left",
  ],
  [
    "a component of text",
    (n) => (
      <p>
        <Name /> {n}
      </p>
    ),
    "Ann 1",
  ],
  [
    "a list",
    (n) => (
      <ul>
        {[0, n].map((one, at) => (
          <li key={at}>Place {one}</li>
        ))}
      </ul>
    ),
    "Place 0Place 1",
  ],
];

test.each(pages)("%s is updated", async (_, words, after) => {
  await show(words);
  translate();
  await act(async () => set(1));
  expect(box.textContent).toBe(after);
});

test("a busy button shows its spinner and its words again", async () => {
  await show((n) => (
    <Button busy={n === 1} busyText="Joining...">
      Join Queue Now
    </Button>
  ));
  translate();
  await act(async () => set(1));
  translate();
  await act(async () => set(2));
  expect(box.textContent).toContain("Join Queue Now");
  expect(box.querySelector("[aria-busy]")).toBeNull();
});

test("an option and a title keep one text", async () => {
  await show((n) => (
    <select>
      <option>
        {n} of {5}
      </option>
    </select>
  ));
  expect(box.querySelector("option")?.childNodes).toHaveLength(1);
  await act(async () => set(1));
  expect(box.textContent).toBe("1 of 5");
});
