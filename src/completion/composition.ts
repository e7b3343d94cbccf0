import type { TextChange } from "./followedOffer.ts";

/**
 * Tells the steps of an input method from keys: each replaces just what the one before it wrote. The editor does not say
 * that a text is being composed.
 */
export class Composition {
  #last: { readonly file: string; readonly change: TextChange } | undefined;

  /** Whether this change goes on composing what the last one wrote; `isSteady`: by undo, redo or a program. */
  goesOn(file: string, change: TextChange, isSteady = false): boolean {
    const last = this.#last;
    this.#last = isSteady ? undefined : { file, change };
    return (
      !isSteady &&
      last?.file === file &&
      change.text !== "" &&
      change.removed > 0 &&
      change.removed === last.change.text.length &&
      change.start.line === last.change.start.line &&
      change.start.column === last.change.start.column
    );
  }

  forget(): void {
    this.#last = undefined;
  }
}
