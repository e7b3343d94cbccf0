import { handleDocumentClicks } from "./documentClicks.ts";
import { EndFinder } from "./endFinder.ts";
import { FlushScheduler, type FlushTask } from "./flushScheduler.ts";
import { HighlightQueue } from "./highlightQueue.ts";
import { InlineLexer } from "./inline/inlineLexer.ts";
import type { MarkdownHost } from "./markdownHost.ts";
import { MathPainter } from "./math/mathPainter.ts";
import { TextDrawing } from "./textDrawing.ts";
import { DocumentView } from "./view/documentView.ts";
import { createTaskBox } from "./view/inlineLeaf.ts";
import { InlineDrawer } from "./view/inlineNodes.ts";
import { Pages } from "./view/pages.ts";

const SLICE = 2048;
const BACKLOG = 8192;
const END = 8192;

const schedulers = new WeakMap<MarkdownHost, FlushScheduler>();
const painters = new WeakMap<MarkdownHost, MathPainter>();

/**
 * Redraws committed text only if a reference in it is defined later. The result is independent of how the text is cut.
 */
export class StreamingMarkdown {
  readonly #host: MarkdownHost;
  readonly #container: HTMLElement;
  readonly #scheduler: FlushScheduler;
  readonly #lexer = new InlineLexer();
  readonly #highlights: HighlightQueue;
  readonly #task: FlushTask;
  readonly #stopClicks: () => void;
  /** Resolves when the text is drawn; highlighting may continue. Never resolves after `dispose`. */
  readonly done: Promise<void>;
  #resolveDone: () => void = () => {};
  #waiting = "";
  #position = 0;
  #drawing: TextDrawing;
  #end: TextDrawing | undefined;
  #finder: EndFinder | undefined;
  #isEndFound = false;
  #rest = "";
  #isBegun = false;
  #isDrawn = false;
  #isRestored = false;
  #isFinishing = false;
  #isFinished = false;

  constructor(container: HTMLElement, host: MarkdownHost) {
    this.#host = host;
    this.#container = container;
    this.#scheduler = schedulerOf(host);
    this.#task = {
      flush: (isOver) => this.#flush(isOver),
      hasBacklog: () => this.#waiting.length - this.#position > BACKLOG,
      isRestored: () => this.#isRestored,
    };
    this.done = new Promise((resolve) => {
      this.#resolveDone = resolve;
    });
    this.#highlights = new HighlightQueue(() => this.#scheduler.request(this.#task));
    this.#drawing = this.#createDrawing(null);
    container.classList.add("md-document");
    this.#stopClicks = handleDocumentClicks(container, (href) => host.openLink(href));
  }

  append(delta: string): void {
    this.#waiting = this.#waiting.slice(this.#position) + delta;
    this.#position = 0;
    if (this.#isBegun) {
      this.#scheduler.request(this.#task);
    } else {
      this.#isBegun = true;
      this.#scheduler.requestFirst(this.#task);
    }
  }

  finish(): void {
    this.#isFinishing = true;
    this.#isRestored = !this.#isDrawn;
    this.#scheduler.request(this.#task);
  }

  dispose(): void {
    this.#scheduler.cancel(this.#task);
    this.#highlights.dispose();
    this.#stopClicks();
    this.#container.replaceChildren();
  }

  #createDrawing(before: ChildNode | null): TextDrawing {
    const { labels, codeActions } = this.#host;
    const math = painterOf(this.#host);
    const pages = new Pages(this.#container, before);
    const view = new DocumentView({
      pages,
      labels,
      math,
      onGrow: () => this.#host.onGrow?.(),
      inline: {
        lexer: this.#lexer,
        drawer: new InlineDrawer(labels, math),
        createTaskBox: (isDone) =>
          createTaskBox(isDone, isDone ? labels.taskDone : labels.taskOpen),
        alertNames: labels.alerts,
      },
      code: {
        actions: codeActions,
        labels,
        highlight: (language, lines) => this.#highlights.add(language, lines),
      },
    });
    return new TextDrawing(pages, view);
  }

  #flush(isOver: () => boolean): boolean {
    this.#isDrawn = true;
    const mayGrow = this.#position < this.#waiting.length || !this.#isFinished;
    this.#end?.settle();
    this.#drawing.settle();
    if (!this.#findEnd(isOver)) {
      return true;
    }
    this.#takeText(isOver);
    const hasText = this.#position < this.#waiting.length;
    if (this.#isFinishing && !hasText) {
      this.#finishText();
    } else {
      this.#drawing.draw();
    }
    this.#improve(isOver);
    if (mayGrow) {
      this.#host.onGrow?.();
    }
    if (this.#rest !== "" && !hasText) {
      this.#goOnBefore();
      return true;
    }
    return hasText || this.#lexer.hasOutdated || this.#highlights.hasWork;
  }

  #improve(isOver: () => boolean): void {
    while (this.#lexer.hasOutdated && !isOver()) {
      this.#lexer.redrawOne();
    }
    if (this.#isFinished && !this.#lexer.hasOutdated) {
      this.#resolveDone();
    }
    while (this.#highlights.hasWork && !isOver()) {
      this.#highlights.highlightSome();
    }
  }

  #takeText(isOver: () => boolean): void {
    while (this.#position < this.#waiting.length && !isOver()) {
      const slice = this.#nextSlice();
      if (slice === "") {
        return;
      }
      this.#drawing.take(slice);
    }
  }

  /** Line ends become `\n`; a `\r` at a slice's end waits for the next character. */
  #nextSlice(): string {
    const end = this.#position + SLICE;
    let slice = this.#waiting.slice(this.#position, end);
    const isLast = end >= this.#waiting.length;
    if (slice.endsWith("\r")) {
      if (isLast && !this.#isFinishing) {
        slice = slice.slice(0, -1);
      } else if (this.#waiting[end] === "\n") {
        slice += "\n";
      }
    }
    this.#position += slice.length;
    return cleaned(slice);
  }

  #finishText(): void {
    if (this.#isFinished) {
      return;
    }
    this.#drawing.finish();
    if (this.#rest === "") {
      this.#isFinished = true;
    }
  }

  #findEnd(isOver: () => boolean): boolean {
    if (!this.#isRestored || this.#isEndFound) {
      return true;
    }
    if (!this.#finder) {
      this.#waiting = cleaned(this.#waiting);
      this.#finder = new EndFinder(this.#waiting, END, (one) => this.#lexer.define(one));
    }
    this.#isEndFound = this.#finder.read(isOver);
    if (this.#isEndFound) {
      this.#rest = this.#waiting.slice(0, this.#finder.start);
      this.#waiting = this.#waiting.slice(this.#finder.start);
      this.#finder = undefined;
    }
    return this.#isEndFound;
  }

  /**
   * Draws the texts before the end in a separate flush, so that the end is painted first and its pages are measured
   * undisturbed.
   */
  #goOnBefore(): void {
    this.#end = this.#drawing;
    this.#drawing = this.#createDrawing(this.#container.firstChild);
    this.#waiting = this.#rest;
    this.#position = 0;
    this.#rest = "";
  }
}

function cleaned(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
}

/** All documents of a page share drawn formulas. */
function painterOf(host: MarkdownHost): MathPainter {
  const painter = painters.get(host) ?? new MathPainter(() => host.onGrow?.());
  painters.set(host, painter);
  return painter;
}

function schedulerOf(host: MarkdownHost): FlushScheduler {
  const known = schedulers.get(host);
  if (known) {
    return known;
  }
  const scheduler = new FlushScheduler(host);
  schedulers.set(host, scheduler);
  return scheduler;
}
