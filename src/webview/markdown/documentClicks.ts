import { clickCode } from "./view/codeClicks.ts";
import { clickFootnote } from "./view/footnotes.ts";
import { clickLink } from "./view/links.ts";

type OpenLink = (href: string) => void;

const documents = new WeakMap<Element, OpenLink>();
let isListening = false;

/**
 * Ends when the returned function is called. All documents share two listeners: a long conversation has hundreds of
 * answers.
 */
export function handleDocumentClicks(container: HTMLElement, openLink: OpenLink): () => void {
  documents.set(container, openLink);
  if (!isListening) {
    isListening = true;
    // In the capture phase: a link must be stopped before the editor's listener, which is here,
    // too.
    document.addEventListener("click", onClick, { capture: true });
    document.addEventListener("auxclick", onClick, { capture: true });
  }
  return () => documents.delete(container);
}

function onClick(event: Event): void {
  const target = event.target instanceof Element ? event.target : undefined;
  const container = target?.closest(".md-document");
  const openLink = container ? documents.get(container) : undefined;
  if (!target || !container || !openLink) {
    return;
  }
  clickLink(event, target, openLink);
  if (event.type === "click") {
    clickCode(target);
    clickFootnote(target, container);
  }
}
