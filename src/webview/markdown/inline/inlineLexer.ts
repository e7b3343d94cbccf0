import { Lexer, type Token } from "marked";

import { normalizeLabel, type Definition } from "../blocks/definitions.ts";
import { mathExtension } from "../math/mathSyntax.ts";
import { simpleTokens, textToken } from "./simpleTokens.ts";

const MAX_SIMPLE = 512;

export interface Redrawable {
  redraw(): void;
}

/**
 * Lexes a text. Texts with references without a definition are stored and redrawn, because the definition may follow.
 */
export class InlineLexer {
  readonly #lexer = new Lexer({ gfm: true, extensions: mathExtension });
  readonly #waiting = new Map<string, Set<Redrawable>>();
  readonly #outdated = new Set<Redrawable>();
  #last: { readonly source: string; readonly tokens: Token[] } | undefined;

  get hasOutdated(): boolean {
    return this.#outdated.size > 0;
  }

  define({ label, address, title }: Definition): void {
    const { links } = this.#lexer.tokens;
    if (Object.hasOwn(links, label)) {
      return;
    }
    links[label] = { href: address, title };
    this.#last = undefined;
    for (const drawn of this.#waiting.get(label) ?? []) {
      this.#outdated.add(drawn);
    }
    this.#waiting.delete(label);
  }

  lex(source: string): readonly Token[] {
    const simple = source.length <= MAX_SIMPLE ? simpleTokens(source) : undefined;
    if (simple) {
      return simple;
    }
    if (this.#last?.source !== source) {
      this.#last = { source, tokens: this.#lex(source) };
    }
    return this.#last.tokens;
  }

  #lex(source: string): Token[] {
    const lexer = this.#lexer;
    lexer.state.inLink = false;
    lexer.state.inRawBlock = false;
    try {
      return lexer.inlineTokens(source);
    } catch {
      // The lexer throws if it makes no progress; the text is shown unchanged.
      return [textToken(source)];
    }
  }

  watch(source: string, drawn: Redrawable): boolean {
    const labels = undefinedLabels(source, this.#lexer.tokens.links);
    for (const label of labels) {
      const waiting = this.#waiting.get(label) ?? new Set();
      this.#waiting.set(label, waiting.add(drawn));
    }
    return labels.length > 0;
  }

  redrawOne(): void {
    const [drawn] = this.#outdated;
    if (drawn) {
      this.#outdated.delete(drawn);
      drawn.redraw();
    }
  }
}

const bracketed = /\[((?:[^[\]\\]|\\.){1,999})\]/gs;

function undefinedLabels(source: string, defined: object): string[] {
  if (!source.includes("[")) {
    return [];
  }
  const labels = Array.from(source.matchAll(bracketed), ([, label = ""]) => normalizeLabel(label));
  return labels.filter((label) => label !== "" && !Object.hasOwn(defined, label));
}
