import type { AnswerEvent, FinishReason } from "../formats/base/answerEvent.ts";

export type AnswerPiece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | {
      readonly kind: "toolCall";
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
      readonly pieceLength?: number;
    }
  | { readonly kind: "finish"; readonly reason: FinishReason };

export type Answer = AsyncIterable<AnswerPiece>;

/** Never splits a surrogate pair. */
export function piecesOf(text: string, length: number): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = Math.min(start + length, text.length);
    const splitsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(end - 1, end + 1));
    pieces.push(text.slice(start, splitsPair ? end + 1 : end));
    start = splitsPair ? end + 1 : end;
  }
  return pieces;
}

/** Consecutive texts form one block, and each call forms its own. */
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
        const { id, name, arguments: text, pieceLength = Infinity } = piece;
        return [
          ...end,
          { kind: "blockStart", index, block: { kind: "toolCall", id, name } },
          ...piecesOf(text, pieceLength).map(
            (part) => ({ kind: "delta", index, text: part }) as const,
          ),
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
