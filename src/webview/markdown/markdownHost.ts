/** Where a code block's text comes from, as far as its info string tells. */
export interface CodeInfo {
  /** The language as it was written, in lower case; empty if none was. */
  readonly language: string;
  readonly fileName?: string;
  /** First and last line in that file, from 1. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** A button in the header of code blocks. */
export interface CodeAction {
  readonly id: string;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Name of a codicon, without its prefix. */
  readonly icon: string;
  /** Whether a block offers it; every block if absent. */
  suits?(info: CodeInfo): boolean;
  /** Whether it waits until the block's text is whole. */
  readonly needsAll?: boolean;
  /** Whether it goes into a menu where the header is narrow. */
  readonly isSecondary?: boolean;
  run(code: string, info: CodeInfo): void;
}

/** Words in the reader's language; `{…}` is replaced. */
export interface MarkdownLabels {
  /** For a code block without a language: "Code". */
  readonly code: string;
  /** "Code, {language}". */
  readonly codeIn: string;
  /** "line {start}". */
  readonly line: string;
  /** "lines {start}–{end}". */
  readonly lines: string;
  /** Hides the text of a code block: "Collapse code". */
  readonly collapse: string;
  /** Shows it again: "Expand code". */
  readonly expand: string;
  /** Opens the menu with what the header has no room for: "More actions". */
  readonly moreActions: string;
  /** "Table". */
  readonly table: string;
  /** "Image not loaded". */
  readonly imageNotLoaded: string;
  /** For a checked box of a task list: "Done". */
  readonly taskDone: string;
  /** For an empty box of a task list: "To do". */
  readonly taskOpen: string;
  /** What a drawing is called: "Diagram". */
  readonly diagram: string;
  readonly showCode: string;
  readonly showDiagram: string;
}

/** What the renderer needs from the page around it. */
export interface MarkdownHost {
  /** Called only after a click. The scheme has been checked; whoever opens the address checks it again. */
  openLink(href: string): void;
  readonly codeActions: readonly CodeAction[];
  readonly labels: MarkdownLabels;
  /** Calls back once before the next paint; the result cancels that. */
  requestFrame(callback: () => void): () => void;
  /** Milliseconds from any start, never going back. */
  now(): number;
  /** Called after a flush that may have changed the height. */
  onGrow?(): void;
}

/** The browser's own frames and clock, for a host. */
export const browserFrames: Pick<MarkdownHost, "requestFrame" | "now"> = {
  requestFrame(callback) {
    const frame = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(frame);
  },
  now: () => performance.now(),
};
