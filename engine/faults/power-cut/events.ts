/** Types for what happens to the files of a data folder, in order, as recorder.ts records it: one event a line. */

/** `file` is a name in the folder. */
export type DiskEvent =
  | { readonly kind: "create"; readonly file: string }
  | {
      readonly kind: "write";
      readonly file: string;
      readonly at: number;
      /** Base64. */
      readonly bytes: string;
    }
  | { readonly kind: "cut"; readonly file: string; readonly length: number }
  /** Data written before `begin` is on disk from `end` on. */
  | { readonly kind: "syncBegin"; readonly file: string; readonly id: string }
  | { readonly kind: "syncEnd"; readonly file: string; readonly id: string }
  /** Names created, moved and removed before are on disk. */
  | { readonly kind: "syncNames" }
  | { readonly kind: "rename"; readonly file: string; readonly to: string }
  | { readonly kind: "remove"; readonly file: string }
  /** The program acknowledged something. */
  | { readonly kind: "said"; readonly text: string };
