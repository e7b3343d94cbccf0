import type { AlertKind } from "../../shared/hubApi/alertKinds.ts";

/** A code block's origin, from its info string. */
export interface CodeInfo {
  /** Lower case; empty if absent. */
  readonly language: string;
  readonly fileName?: string;
  /** From 1, inclusive. */
  readonly startLine?: number;
  readonly endLine?: number;
}

/** A button in the header of code blocks. */
export interface CodeAction {
  readonly id: string;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** A codicon, without prefix. */
  readonly icon: string;
  /** Absent: every block offers it. */
  suits?(info: CodeInfo): boolean;
  /** Enabled when the block's text is complete. */
  readonly needsAll?: boolean;
  /** Moves into a menu in a narrow header. */
  readonly isSecondary?: boolean;
  run(code: string, info: CodeInfo): void;
}

/** In the reader's language; `{…}` is replaced. */
export interface MarkdownLabels {
  /** Without a language: "Code". */
  readonly code: string;
  /** "Code, {language}". */
  readonly codeIn: string;
  /** "line {start}". */
  readonly line: string;
  /** "lines {start}–{end}". */
  readonly lines: string;
  /** Toolbar of a code block: "Actions for this code". */
  readonly codeActions: string;
  /** "Footnote {label}". */
  readonly footnote: string;
  readonly alerts: Readonly<Record<AlertKind, string>>;
  /** "Collapse code". */
  readonly collapse: string;
  /** "Expand code". */
  readonly expand: string;
  /** Menu of a narrow header: "More actions". */
  readonly moreActions: string;
  readonly table: string;
  readonly imageNotLoaded: string;
  /** Checked box of a task list: "Done". */
  readonly taskDone: string;
  /** Empty box of a task list: "To do". */
  readonly taskOpen: string;
  /** Accessible name of a drawing: "Diagram". */
  readonly diagram: string;
  readonly showCode: string;
  readonly showDiagram: string;
}

export interface MarkdownHost {
  /** Called only after a click. The scheme is checked before; the host checks the address again. */
  openLink(href: string): void;
  readonly codeActions: readonly CodeAction[];
  readonly labels: MarkdownLabels;
  /** Once, before the next paint; the result cancels it. */
  requestFrame(callback: () => void): () => void;
  /** Monotonic, in milliseconds. */
  now(): number;
  /** After a flush that may have changed the height. */
  onGrow?(): void;
}

export const browserFrames: Pick<MarkdownHost, "requestFrame" | "now"> = {
  requestFrame(callback) {
    const frame = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(frame);
  },
  now: () => performance.now(),
};
