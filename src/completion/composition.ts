import type { TextChange } from "./followedOffer.ts";

/**
 * Distinguishes input method steps from keys: each step replaces the text of the step before. The
 * editor does not report composition.
 */
export class Composition {
  #last: { readonly file: string; readonly change: TextChange } | undefined;

  /**
   * True if the change continues the composition. `isSteady`: it came from undo, redo or a program.
   */
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
