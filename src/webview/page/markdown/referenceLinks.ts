import {
  maxReference,
  readFileReference,
  readReference,
} from "../../../shared/text/codeReference.ts";
import { whenIdle } from "../../kit/idle.ts";

export interface ReferenceHost {
  /** Indexes of the texts that name an existing place. */
  find(texts: readonly string[]): Promise<readonly number[]>;
  open(text: string): void;
  readonly title: (text: string) => string;
}

interface Candidate {
  readonly node: Text;
  readonly start: number;
  readonly text: string;
}

/** The most candidates of an answer; further ones stay text. */
const maxCandidates = 200;
const maxAsked = 100;
/** Possible paths in prose, without surrounding punctuation. */
const words = /[^\s()[\]{}<>"'`,;*|]{3,300}/g;
const endOfSentence = /[.:!?…]+$/u;
/** Parts without links: they are not the answer's own words, or a link already. */
const left = "a, button, .md-code, .md-html, math, svg";

/** Links references when the finished answer is visible and the page is idle. Call the returned function to stop. */
export function linkReferences(container: HTMLElement, host: ReferenceHost): () => void {
  let stopIdle: (() => void) | undefined;
  let stopClicks: (() => void) | undefined;
  let isStopped = false;
  const link = async (): Promise<void> => {
    const candidates = candidatesIn(container);
    const texts = [...new Set(candidates.map(({ text }) => text))].slice(0, maxAsked);
    const existing = texts.length === 0 ? [] : await host.find(texts);
    if (!isStopped) {
      const found = new Set(existing.map((index) => texts[index]));
      stopClicks = found.size > 0 ? handleClicks(container, host) : undefined;
      // Begins at the end: a split text keeps its beginning.
      for (const candidate of candidates.filter(({ text }) => found.has(text)).toReversed()) {
        makeLink(candidate, host);
      }
    }
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      observer.disconnect();
      // Without the host's answer, paths stay text.
      stopIdle = whenIdle(() => void link().catch(() => undefined));
    }
  });
  observer.observe(container);
  return () => {
    isStopped = true;
    observer.disconnect();
    stopIdle?.();
    stopClicks?.();
  };
}

function candidatesIn(container: HTMLElement): readonly Candidate[] {
  const found: Candidate[] = [];
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() && found.length < maxCandidates) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node instanceof Text && parent && !parent.closest(left)) {
      found.push(...(parent.matches(".md-code-span") ? codeIn(node) : pathsIn(node)));
    }
  }
  return found.slice(0, maxCandidates);
}

function codeIn(node: Text): readonly Candidate[] {
  const text = node.data;
  return text.length <= maxReference && readReference(text) ? [{ node, start: 0, text }] : [];
}

function pathsIn(node: Text): readonly Candidate[] {
  return Array.from(node.data.matchAll(words), ({ 0: word, index }) => ({
    node,
    start: index,
    text: word.replace(endOfSentence, ""),
  })).filter(({ text }) => readFileReference(text) !== undefined);
}

function makeLink({ node, start, text }: Candidate, { title }: ReferenceHost): void {
  if (!node.isConnected || node.data.slice(start, start + text.length) !== text) {
    return;
  }
  const place = node.splitText(start);
  place.splitText(text.length);
  const link = document.createElement("a");
  link.className = "md-reference";
  link.setAttribute("role", "link");
  link.tabIndex = 0;
  link.title = title(text);
  place.replaceWith(link);
  link.append(place);
}

function handleClicks(container: HTMLElement, host: ReferenceHost): () => void {
  const listener = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest(".md-reference") : null;
    const isKey = event instanceof KeyboardEvent;
    if (link && (!isKey || event.key === "Enter")) {
      event.preventDefault();
      event.stopPropagation();
      host.open(link.textContent);
    }
  };
  container.addEventListener("click", listener);
  container.addEventListener("keydown", listener);
  return () => {
    container.removeEventListener("click", listener);
    container.removeEventListener("keydown", listener);
  };
}
