import type { AlertKind } from "../../shared/text/alertKinds.ts";

export interface CodeInfo {
  readonly language: string;
  readonly fileName?: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

export interface CodeAction {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  suits?(info: CodeInfo): boolean;
  readonly needsAll?: boolean;
  readonly isSecondary?: boolean;
  run(code: string, info: CodeInfo): void;
}

export interface MarkdownLabels {
  readonly code: string;
  readonly codeIn: string;
  readonly line: string;
  readonly lines: string;
  readonly codeActions: string;
  readonly footnote: string;
  readonly alerts: Readonly<Record<AlertKind, string>>;
  readonly collapse: string;
  readonly expand: string;
  readonly moreActions: string;
  readonly table: string;
  readonly imageNotLoaded: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly diagram: string;
  readonly showCode: string;
  readonly showDiagram: string;
}

export interface MarkdownHost {
  openLink(href: string): void;
  readonly codeActions: readonly CodeAction[];
  readonly labels: MarkdownLabels;
  /** Calls back once, before the next paint; call the returned function to cancel it. */
  requestFrame(callback: () => void): () => void;
  /** A monotonic time in milliseconds. */
  now(): number;
  onGrow?(): void;
}

export const browserFrames: Pick<MarkdownHost, "requestFrame" | "now"> = {
  requestFrame(callback) {
    const frame = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(frame);
  },
  now: () => performance.now(),
};
