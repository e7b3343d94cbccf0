export interface LeafView {
  readonly element: HTMLElement;
  append(text: string): void;
  endLine(): void;
  /** The arriving line belongs to another block. */
  dropLine(): void;
  /** Called once per flush while the leaf is open. */
  draw(): void;
  /** Final; `text` replaces the lines. */
  close(text?: string): void;
}
