export interface LeafView {
  readonly element: HTMLElement;
  append(text: string): void;
  endLine(): void;
  /** Called if the arriving line belongs to another block. */
  dropLine(): void;
  /** Called once per flush while the leaf is open. */
  draw(): void;
  /** Called at the end; `text` replaces the lines. */
  close(text?: string): void;
}
