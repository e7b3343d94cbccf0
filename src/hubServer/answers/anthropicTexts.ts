import { otherTexts } from "./otherTexts.ts";
import { hasText, type Mutable, noReading, objectOf, type Reading, type Slot } from "./slot.ts";

const pieceNames: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  input_json_delta: "partial_json",
};

/** Texts of an Anthropic message, whole or in an event. */
export function anthropicTexts(event: Mutable): Reading {
  switch (event["type"]) {
    case "content_block_delta":
      return { ...deltaOf(event), ends: endsOther(event) };
    case "content_block_start":
      return { ...noReading, wholes: wholesOf(event["content_block"]), ends: endsOther(event) };
    case "content_block_stop":
    case "message_delta":
    case "message_stop":
    case "error":
      return { ...noReading, ends: () => true };
    case "message":
      return { ...noReading, wholes: wholesOf(event["content"]) };
    default:
      return noReading;
  }
}

function endsOther({ index }: Mutable): Reading["ends"] {
  return ({ owner }) => owner !== String(index);
}

function deltaOf(event: Mutable): Reading {
  const pieces = piecesOf(event);
  return { ...noReading, pieces, wholes: wholesOf(event["delta"], pieces) };
}

function wholesOf(part: unknown, taken: readonly Slot[] = []): readonly Slot[] {
  return otherTexts(part, taken).map((slot) =>
    slot.name === "thinking" ? { ...slot, reasoning: "signed" } : slot,
  );
}

function piecesOf(event: Mutable): readonly Slot[] {
  const delta = objectOf(event["delta"]);
  const name = pieceNames[String(delta?.["type"])];
  return delta && name !== undefined && hasText(delta, name)
    ? [
        {
          key: `${String(event["index"])} ${name}`,
          owner: String(event["index"]),
          isJson: name === "partial_json",
          ...(name === "thinking" && { reasoning: "signed" }),
          holder: delta,
          name,
          eventOf: (text) => ({ ...event, delta: { ...delta, [name]: text } }),
        },
      ]
    : [];
}
