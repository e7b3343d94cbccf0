import type { TextChange } from "./followedOffer.ts";

/** Detects input method steps, which the editor does not report: each replaces the text of the step before. */
export class Composition {
  #last: { readonly file: string; readonly change: TextChange } | undefined;

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
