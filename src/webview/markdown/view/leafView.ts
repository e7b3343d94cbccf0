/** Draws one leaf. Its text arrives in whole lines; the last line may arrive in parts. */
export interface LeafView {
  readonly element: HTMLElement;
  /** Adds text to the arriving line. */
  append(text: string): void;
  /** The arriving line is complete. */
  endLine(): void;
  /** The arriving line belongs to another block. */
  dropLine(): void;
  /** Shows the text so far. Called once per flush while the leaf is open. */
  draw(): void;
  /** Draws the leaf for good. `text` replaces its lines if given. */
  close(text?: string): void;
}
