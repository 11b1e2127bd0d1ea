/** HTML that always escapes: every value in a template is text, unless it is HTML itself. */

export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Piece = Html | string | number | null | readonly Html[];

/** `null` adds nothing. Attributes must be in double quotes. */
export function html(
  strings: TemplateStringsArray,
  ...pieces: readonly Piece[]
): Html {
  const rest = pieces.map(
    (piece, index) => render(piece) + (strings[index + 1] ?? ""),
  );
  return new Html((strings[0] ?? "") + rest.join(""));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function render(piece: Piece): string {
  if (piece === null) return "";
  if (piece instanceof Html) return piece.source;
  if (typeof piece === "object") return piece.map(render).join("");
  return String(piece).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
