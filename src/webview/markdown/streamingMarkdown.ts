import { BlockParser } from "./blocks/blockParser.ts";
import { handleDocumentClicks } from "./documentClicks.ts";
import { FlushScheduler, type FlushTask } from "./flushScheduler.ts";
import { HighlightQueue } from "./highlightQueue.ts";
import { InlineLexer } from "./inline/inlineLexer.ts";
import type { MarkdownHost } from "./markdownHost.ts";
import { MathPainter } from "./math/mathPainter.ts";
import { judgePartialLine } from "./partialLine.ts";
import { DocumentView } from "./view/documentView.ts";
import { createTaskBox } from "./view/inlineLeaf.ts";
import { InlineDrawer } from "./view/inlineNodes.ts";
import { Pages } from "./view/pages.ts";

/** Characters between two checks of the clock. */
const SLICE = 2048;
/** More waiting text than this is a backlog, not a short burst of a stream. */
const BACKLOG = 8192;

const schedulers = new WeakMap<MarkdownHost, FlushScheduler>();
const painters = new WeakMap<MarkdownHost, MathPainter>();

/**
 * Draws Markdown as it arrives. Committed text is never redrawn, except when a reference in it is
 * defined later. The result is the same for every way of cutting the text.
 */
export class StreamingMarkdown {
  readonly #host: MarkdownHost;
  readonly #container: HTMLElement;
  readonly #scheduler: FlushScheduler;
  readonly #pages: Pages;
  readonly #lexer = new InlineLexer();
  readonly #highlights: HighlightQueue;
  readonly #view: DocumentView;
  readonly #parser: BlockParser;
  readonly #task: FlushTask;
  readonly #stopClicks: () => void;
  /**
   * Resolves when all text is drawn after `finish`; highlighting may continue. Never after
   * `dispose`.
   */
  readonly done: Promise<void>;
  #resolveDone: () => void = () => {};
  #waiting = "";
  #position = 0;
  #offset = 0;
  /** The line that is still arriving. */
  #line = "";
  /** Shown characters of `#line`, set once later text cannot change the line's kind. */
  #settled: number | undefined;
  #isBegun = false;
  #isDrawn = false;
  #isRestored = false;
  #isFinishing = false;
  #isFinished = false;

  constructor(container: HTMLElement, host: MarkdownHost) {
    this.#host = host;
    this.#container = container;
    this.#scheduler = schedulerOf(host);
    this.#pages = new Pages(container);
    this.#task = {
      flush: (isOver) => this.#flush(isOver),
      hasBacklog: () => this.#waiting.length - this.#position > BACKLOG,
      isRestored: () => this.#isRestored,
    };
    this.done = new Promise((resolve) => {
      this.#resolveDone = resolve;
    });
    this.#highlights = new HighlightQueue(() => this.#scheduler.request(this.#task));
    this.#view = this.#createView();
    this.#parser = new BlockParser(this.#view);
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

  /** Call when the text is complete. */
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

  #createView(): DocumentView {
    const { labels, codeActions } = this.#host;
    const math = painterOf(this.#host);
    return new DocumentView({
      pages: this.#pages,
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
  }

  #flush(isOver: () => boolean): boolean {
    this.#isDrawn = true;
    const mayGrow = this.#position < this.#waiting.length || !this.#isFinished;
    this.#pages.settle();
    this.#takeText(isOver);
    const hasText = this.#position < this.#waiting.length;
    if (this.#isFinishing && !hasText) {
      this.#finishText();
    } else {
      this.#view.draw();
    }
    this.#improve(isOver);
    if (mayGrow) {
      this.#host.onGrow?.();
    }
    return hasText || this.#lexer.hasOutdated || this.#highlights.hasWork;
  }

  /**
   * Redraws text whose references were defined later, and highlights code that came before its
   * language.
   */
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
      this.#take(slice);
    }
  }

  /** Converts line ends to `\n`; a `\r` at the end of a slice waits for the next character. */
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
    return slice.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
  }

  #take(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#line += text.slice(start, end);
      this.#commitLine();
      start = end + 1;
    }
    if (start < text.length) {
      this.#line += text.slice(start);
      this.#showLine();
    }
  }

  #commitLine(): void {
    const plan = this.#parser.plan(this.#line);
    this.#view.startLine(plan);
    this.#parser.commit(plan);
    this.#view.endLine();
    this.#offset += this.#line.length + 1;
    this.#pages.offset = this.#offset;
    this.#line = "";
    this.#settled = undefined;
  }

  #showLine(): void {
    if (this.#settled !== undefined) {
      this.#view.extendPart(this.#line.slice(this.#settled));
      this.#settled = this.#line.length;
      return;
    }
    const plan = this.#parser.plan(this.#line);
    const part = judgePartialLine(plan, this.#parser.leaf);
    if (part.kind === "hold") {
      this.#view.hidePart();
      return;
    }
    this.#view.showPart(plan, part.text);
    if (part.isSettled) {
      this.#settled = this.#line.length;
    }
  }

  #finishText(): void {
    if (this.#isFinished) {
      return;
    }
    if (this.#line !== "") {
      this.#commitLine();
    }
    this.#parser.finish();
    this.#pages.finish();
    this.#isFinished = true;
  }
}

/** All documents of a page share the drawn formulas. */
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
