import type { AlertKind } from "../../shared/alertKinds.ts";

/** The origin of a code block's text, as far as its info string names it. */
export interface CodeInfo {
  /** The written language in lower case; empty if there is none. */
  readonly language: string;
  readonly fileName?: string;
  /** First and last line in that file, counted from 1. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** A button in the header of code blocks. */
export interface CodeAction {
  readonly id: string;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Name of a codicon without its prefix. */
  readonly icon: string;
  /** Whether a block offers the action; every block if absent. */
  suits?(info: CodeInfo): boolean;
  /** Whether the action waits until the block's text is complete. */
  readonly needsAll?: boolean;
  /** Whether the action moves into a menu in a narrow header. */
  readonly isSecondary?: boolean;
  run(code: string, info: CodeInfo): void;
}

/** Texts in the reader's language; `{…}` is replaced. */
export interface MarkdownLabels {
  /** For a code block without a language: "Code". */
  readonly code: string;
  /** "Code, {language}". */
  readonly codeIn: string;
  /** "line {start}". */
  readonly line: string;
  /** "lines {start}–{end}". */
  readonly lines: string;
  /** The toolbar of a code block: "Actions for this code". */
  readonly codeActions: string;
  /** "Footnote {label}". */
  readonly footnote: string;
  readonly alerts: Readonly<Record<AlertKind, string>>;
  /** Hides the text of a code block: "Collapse code". */
  readonly collapse: string;
  /** Shows it again: "Expand code". */
  readonly expand: string;
  /** Opens the menu of actions that do not fit into the header: "More actions". */
  readonly moreActions: string;
  /** "Table". */
  readonly table: string;
  /** "Image not loaded". */
  readonly imageNotLoaded: string;
  /** For a checked box of a task list: "Done". */
  readonly taskDone: string;
  /** For an empty box of a task list: "To do". */
  readonly taskOpen: string;
  /** The accessible name of a drawing: "Diagram". */
  readonly diagram: string;
  readonly showCode: string;
  readonly showDiagram: string;
}

/** Services of the page that the renderer needs. */
export interface MarkdownHost {
  /** Called only after a click. The scheme is checked here; the host checks the address again. */
  openLink(href: string): void;
  readonly codeActions: readonly CodeAction[];
  readonly labels: MarkdownLabels;
  /** Calls back once before the next paint; calling the result cancels it. */
  requestFrame(callback: () => void): () => void;
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Called after a flush that may have changed the height. */
  onGrow?(): void;
}

/** The browser's frames and clock. */
export const browserFrames: Pick<MarkdownHost, "requestFrame" | "now"> = {
  requestFrame(callback) {
    const frame = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(frame);
  },
  now: () => performance.now(),
};
