import type { AlertKind } from "../../../shared/text/alertKinds.ts";
import { affordableLength, CLOSED_COST } from "../inline/commitPoint.ts";
import type { InlineLexer, Redrawable } from "../inline/inlineLexer.ts";
import { textToken } from "../inline/simpleTokens.ts";
import type { InlineDrawer } from "./inlineNodes.ts";

/**
 * The longest text with markup; a longer one without a commit point stays plain, because lexing it would block the
 * page.
 */
export const maxPiece = 65_536;

export interface InlineTools {
  readonly lexer: InlineLexer;
  readonly drawer: InlineDrawer;
  readonly createTaskBox: (isDone: boolean) => HTMLElement;
  readonly alertNames: Readonly<Record<AlertKind, string>>;
}

export class InlineText implements Redrawable {
  readonly #element: HTMLElement;
  readonly #source: string;
  readonly #tools: InlineTools;

  constructor(target: HTMLElement, source: string, tools: InlineTools) {
    this.#element = target;
    this.#source = source;
    this.#tools = tools;
  }

  watch(): void {
    this.#tools.lexer.watch(this.#source, this);
  }

  redraw(): void {
    const { lexer, drawer } = this.#tools;
    const limit = Math.min(maxPiece, affordableLength(this.#source, CLOSED_COST));
    const tokens =
      this.#source.length > limit ? [textToken(this.#source)] : lexer.lex(this.#source);
    this.#element.replaceChildren(drawer.draw(tokens));
  }
}
