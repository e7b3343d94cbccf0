/** Draws one leaf. Its text comes in whole lines, of which the last may arrive in parts. */
export interface LeafView {
  readonly element: HTMLElement;
  /** More of the line that is arriving. */
  append(text: string): void;
  /** That line is whole. */
  endLine(): void;
  /** That line turned out to be something else. */
  dropLine(): void;
  /** Shows what has arrived. Once a flush, while the leaf is open. */
  draw(): void;
  /** Shows the leaf as it stays. `text` replaces its lines where it is given. */
  close(text?: string): void;
}
