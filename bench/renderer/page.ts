/** The page of the renderers: each gets a scroller, a stream of deltas, and one push per frame. */
import { marked } from "marked";
import { createElement, memo } from "react";
import { createRoot } from "react-dom/client";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { default_renderer, parser, parser_end, parser_write } from "streaming-markdown";

import type { MarkdownHost } from "../../src/webview/markdown/markdownHost.ts";
import { StreamingMarkdown } from "../../src/webview/markdown/streamingMarkdown.ts";

export type RendererName =
  | "floor"
  | "ours"
  | "streaming-markdown"
  | "marked + innerHTML"
  | "react-markdown, memoised blocks"
  | "react-markdown";

const labels: MarkdownHost["labels"] = {
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

interface Renderer {
  push(text: string): void;
  finish(): void;
}

export interface RunResult {
  /** Milliseconds of each push. */
  readonly pushes: readonly number[];
  /** Milliseconds between frames. */
  readonly frames: readonly number[];
  readonly longTasks: number;
  /** Seconds from the first frame to the finished text. */
  readonly seconds: number;
  /** Whether all text was pushed before the time was over. */
  readonly isWhole: boolean;
}

const renderers: Readonly<Record<RendererName, (container: HTMLElement) => Renderer>> = {
  floor,
  ours,
  "streaming-markdown": (container) => {
    const state = parser(default_renderer(container));
    return { push: (text) => parser_write(state, text), finish: () => parser_end(state) };
  },
  "marked + innerHTML": (container) => {
    let whole = "";
    return {
      push(text) {
        whole += text;
        container.innerHTML = marked.parse(whole, { async: false });
      },
      finish() {},
    };
  },
  "react-markdown, memoised blocks": (container) => {
    const root = createRoot(container);
    let whole = "";
    return {
      push(text) {
        whole += text;
        const blocks = marked.lexer(whole);
        root.render(
          blocks.map(({ raw }, index) => createElement(MemoisedBlock, { key: index, text: raw })),
        );
      },
      finish() {},
    };
  },
  "react-markdown": (container) => {
    const root = createRoot(container);
    let whole = "";
    return {
      push(text) {
        whole += text;
        root.render(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, whole));
      },
      finish() {},
    };
  },
};

/** One block of Markdown, drawn again only when its text changes: the way of Cline and others. */
const MemoisedBlock = memo(({ text }: { readonly text: string }) =>
  createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text),
);

/** Plain text nodes, with one block for each paragraph, so that a new line lays out little. */
function floor(container: HTMLElement): Renderer {
  container.style.whiteSpace = "pre-wrap";
  let block = container.appendChild(document.createElement("div"));
  let line = "";
  return {
    push(text) {
      for (const [index, part] of text.split("\n").entries()) {
        if (index > 0 && line === "") {
          block = container.appendChild(document.createElement("div"));
        }
        const start = index > 0 && line !== "" ? "\n" : "";
        line = index > 0 ? part : line + part;
        if (start + part !== "") {
          block.append(start + part);
        }
      }
    },
    finish() {},
  };
}

/** The driver runs the frames, so that a flush counts towards the push that caused it. */
function ours(container: HTMLElement): Renderer {
  let callbacks: (() => void)[] = [];
  const host: MarkdownHost = {
    openLink() {},
    codeActions: [
      { id: "copy", label: "Copy code", icon: "copy", run() {} },
      { id: "insert", label: "Insert at cursor", icon: "insert", run() {} },
    ],
    labels,
    requestFrame(callback) {
      callbacks.push(callback);
      return () => {
        callbacks = callbacks.filter((one) => one !== callback);
      };
    },
    now: () => performance.now(),
  };
  const markdown = new StreamingMarkdown(container, host);
  const frame = (): void => {
    for (const callback of callbacks.splice(0)) {
      callback();
    }
  };
  return {
    push(text) {
      if (text !== "") {
        markdown.append(text);
      }
      frame();
    },
    finish() {
      markdown.finish();
      while (callbacks.length > 0) {
        frame();
      }
    },
  };
}

/** Streams deltas at a fixed rate, scrolled to the end, until all are pushed or time is over. */
async function run(options: {
  readonly name: RendererName;
  readonly deltas: readonly string[];
  readonly perSecond: number;
  readonly maxSeconds: number;
  /** Whether a late frame gets no more than any other: all renderers draw the same number of times. */
  readonly isEven: boolean;
}): Promise<RunResult> {
  const { name, deltas, perSecond, maxSeconds, isEven } = options;
  const scroller = document.createElement("div");
  scroller.style.cssText = "height: 800px; width: 420px; overflow-y: auto";
  const container = document.createElement("div");
  scroller.append(container);
  document.body.replaceChildren(scroller);
  const renderer = renderers[name](container);
  const pushes: number[] = [];
  const frames: number[] = [];
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => {
    longTasks += list.getEntries().length;
  });
  observer.observe({ type: "longtask" });
  const start = await nextFrame();
  let pushed = 0;
  let last = start;
  for (let now = start; pushed < deltas.length && now - start < maxSeconds * 1000;) {
    now = await nextFrame();
    frames.push(now - last);
    last = now;
    const total = isEven
      ? pushed + Math.round(perSecond / 60)
      : Math.floor(((now - start) / 1000) * perSecond);
    const due = Math.min(deltas.length, total);
    const text = deltas.slice(pushed, due).join("");
    pushed = due;
    const before = performance.now();
    renderer.push(text);
    pushes.push(performance.now() - before);
    scroller.scrollTop = scroller.scrollHeight;
  }
  const isWhole = pushed === deltas.length;
  renderer.finish();
  await nextFrame();
  const seconds = (performance.now() - start) / 1000;
  await nextFrame();
  observer.disconnect();
  return { pushes, frames, longTasks, seconds, isWhole };
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}

Object.assign(globalThis, { runRenderer: run });

export type RunRenderer = typeof run;
