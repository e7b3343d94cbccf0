import type { AnswerEvent, FinishReason } from "../formats/answerEvent.ts";

/** One piece of an answer of a built-in model, in the order it is sent. The last is `finish`. */
export type AnswerPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | {
      readonly kind: "toolCall";
      readonly id: string;
      readonly name: string;
      /** JSON. */
      readonly arguments: string;
    }
  | { readonly kind: "finish"; readonly reason: FinishReason };

/** What a built-in model answers. */
export type Answer = AsyncIterable<AnswerPiece>;

/** The events of pieces: text after text is one block, and every call its own. */
export class PieceReader {
  #nextIndex = 0;
  #open: { readonly kind: "text" | "thinking"; readonly index: number } | undefined;

  read(piece: AnswerPiece): readonly AnswerEvent[] {
    switch (piece.kind) {
      case "text":
      case "thinking":
        return this.#addProse(piece);
      case "toolCall": {
        const end = this.#end();
        const index = this.#takeIndex();
        const { id, name, arguments: text } = piece;
        return [
          ...end,
          { kind: "blockStart", index, block: { kind: "toolCall", id, name } },
          { kind: "delta", index, text },
          { kind: "blockEnd", index },
        ];
      }
      default:
        return [...this.#end(), piece];
    }
  }

  #addProse({ kind, text }: AnswerPiece & { kind: "text" | "thinking" }): readonly AnswerEvent[] {
    if (this.#open?.kind === kind) {
      return [{ kind: "delta", index: this.#open.index, text }];
    }
    const end = this.#end();
    const index = this.#takeIndex();
    this.#open = { kind, index };
    return [...end, { kind: "blockStart", index, block: { kind } }, { kind: "delta", index, text }];
  }

  #end(): readonly AnswerEvent[] {
    const open = this.#open;
    this.#open = undefined;
    return open ? [{ kind: "blockEnd", index: open.index }] : [];
  }

  #takeIndex(): number {
    this.#nextIndex += 1;
    return this.#nextIndex - 1;
  }
}
