import type { AnswerEvent, FinishReason } from "../formats/answerEvent.ts";

/** A piece of a built-in model's answer, in the order of sending. The last piece is `finish`. */
export type AnswerPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | {
      readonly kind: "toolCall";
      readonly id: string;
      readonly name: string;
      /** As JSON. */
      readonly arguments: string;
    }
  | { readonly kind: "finish"; readonly reason: FinishReason };

/** The answer of a built-in model. */
export type Answer = AsyncIterable<AnswerPiece>;

/** Turns pieces into events: consecutive texts form one block, and each call its own. */
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
