import { normalizeLabel, type Definition } from "../blocks/definitions.ts";
import type { MarkdownLabels } from "../markdownHost.ts";
import { element } from "./dom.ts";

const scheme = "footnote:";

export function footnoteDefinition(label: string): Definition {
  return { label: normalizeLabel(`^${label}`), address: scheme + label, title: "" };
}

export function footnoteOf(raw: string, href: string): string | undefined {
  return raw.startsWith("[^") && href.startsWith(scheme) ? href.slice(scheme.length) : undefined;
}

export function createFootnote(label: string, { footnote }: MarkdownLabels): HTMLElement {
  const note = element("div", "md-footnote");
  note.dataset["footnote"] = label;
  note.setAttribute("role", "note");
  note.setAttribute("aria-label", footnote.replace("{label}", label));
  note.tabIndex = -1;
  return note;
}

export function createFootnoteMark(label: string, { footnote }: MarkdownLabels): HTMLElement {
  const mark = element("sup", "md-footnote-mark");
  const button = element("button", "md-footnote-link");
  button.type = "button";
  button.dataset["footnote"] = label;
  button.setAttribute("aria-label", footnote.replace("{label}", label));
  button.append(label);
  mark.append(button);
  return mark;
}

export function clickFootnote(target: Element, container: Element): void {
  const button = target.closest(".md-footnote-link");
  const label = button instanceof HTMLElement ? button.dataset["footnote"] : undefined;
  const notes = container.querySelectorAll<HTMLElement>(".md-footnote");
  const note = Array.from(notes).find(({ dataset }) => dataset["footnote"] === label);
  if (label !== undefined && note) {
    note.scrollIntoView({ block: "nearest" });
    note.focus({ preventScroll: true });
  }
}
