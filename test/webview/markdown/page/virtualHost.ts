import type { CodeInfo, MarkdownHost } from "../../../../src/webview/markdown/markdownHost.ts";

/** A host whose frames come when the test says so, on a clock that does not move by itself. */
export class VirtualHost implements MarkdownHost {
  readonly opened: string[] = [];
  readonly ran: { readonly id: string; readonly code: string; readonly info: CodeInfo }[] = [];
  readonly codeActions = [
    this.#action("copy", "Copy code"),
    this.#action("insert", "Insert at cursor"),
  ];
  readonly labels = {
    code: "Code",
    codeIn: "Code, {language}",
    codeActions: "Actions for this code",
    footnote: "Footnote {label}",
    alerts: {
      note: "Note",
      tip: "Tip",
      important: "Important",
      warning: "Warning",
      caution: "Caution",
    },
    line: "line {start}",
    lines: "lines {start}–{end}",
    collapse: "Collapse code",
    expand: "Expand code",
    moreActions: "More actions",
    table: "Table",
    imageNotLoaded: "Image not loaded",
    taskDone: "Done",
    taskOpen: "To do",
    diagram: "Diagram",
    showCode: "Show code",
    showDiagram: "Show diagram",
  };
  grewCount = 0;
  #now = 0;
  #callbacks: (() => void)[] = [];
  /** Milliseconds that pass with each look at the clock: a slow machine. */
  readonly #tick: number;

  constructor(tick = 0) {
    this.#tick = tick;
  }

  openLink(href: string): void {
    this.opened.push(href);
  }

  requestFrame(callback: () => void): () => void {
    this.#callbacks.push(callback);
    return () => {
      this.#callbacks = this.#callbacks.filter((one) => one !== callback);
    };
  }

  now(): number {
    this.#now += this.#tick;
    return this.#now;
  }

  onGrow(): void {
    this.grewCount += 1;
  }

  /** One frame; whether another one was asked for. */
  frame(): boolean {
    for (const callback of this.#callbacks.splice(0)) {
      callback();
    }
    return this.#callbacks.length > 0;
  }

  /** Frames until nobody asks for one; how many it took. */
  settle(): number {
    let count = 1;
    while (this.frame()) {
      count += 1;
    }
    return count;
  }

  #action(id: string, label: string) {
    return {
      id,
      label,
      icon: id,
      run: (code: string, info: CodeInfo) => {
        this.ran.push({ id, code, info });
      },
    };
  }
}
