import {
  hasText,
  type Mutable,
  noReading,
  objectOf,
  objectsOf,
  type Reading,
  type Slot,
} from "./slot.ts";

const pieceNames: Readonly<Record<string, string>> = {
  text_delta: "text",
  thinking_delta: "thinking",
  input_json_delta: "partial_json",
};

/** Texts of an Anthropic message, whole or in an event. */
export function anthropicTexts(event: Mutable): Reading {
  switch (event["type"]) {
    case "content_block_delta":
      return { ...noReading, pieces: piecesOf(event), ends: endsOther(event) };
    case "content_block_start": {
      const block = objectOf(event["content_block"]);
      return { ...noReading, wholes: block ? wholesOf(block) : [], ends: endsOther(event) };
    }
    case "content_block_stop":
    case "message_delta":
    case "message_stop":
    case "error":
      return { ...noReading, ends: () => true };
    case "message":
      return { ...noReading, wholes: objectsOf(event["content"]).flatMap(wholesOf) };
    default:
      return noReading;
  }
}

function endsOther({ index }: Mutable): Reading["ends"] {
  return ({ owner }) => owner !== String(index);
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
          holder: delta,
          name,
          eventOf: (text) => ({ ...event, delta: { ...delta, [name]: text } }),
        },
      ]
    : [];
}

function wholesOf(block: Mutable): readonly Slot[] {
  const whole = { key: "", owner: "", holder: block };
  const input = objectOf(block["input"]);
  return [
    ...["text", "thinking"]
      .filter((name) => hasText(block, name))
      .map((name) => ({ ...whole, name, isJson: false })),
    ...(input && Object.keys(input).length > 0 ? [{ ...whole, name: "input", isJson: true }] : []),
  ];
}
