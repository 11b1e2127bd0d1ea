/** Animates a row that leaves a list: a copy of it slides out to the left. */

const GOES = { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" };
const OUT = [
  { opacity: 1, transform: "none" },
  { opacity: 0, transform: "translateX(-25%)" },
];

/** `list` must be positioned (`relative`), `row` is out of the document, `top` was its distance from the list's, px. */
export function leave(list: HTMLElement | null, row: HTMLElement, top: number) {
  if (list === null) return;
  const picture = row.cloneNode(true) as HTMLElement;
  // The copy is not a person's row: it cannot be pressed and is not read out.
  delete picture.dataset["person"];
  picture.inert = true;
  picture.ariaHidden = "true";
  Object.assign(picture.style, {
    position: "absolute",
    ...{ top: `${top}px`, left: "0", right: "0" },
    pointerEvents: "none",
  });
  list.append(picture);
  const { finished } = picture.animate(OUT, GOES);
  const remove = () => picture.remove();
  void finished.then(remove, remove);
}
