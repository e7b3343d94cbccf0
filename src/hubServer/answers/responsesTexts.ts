import {
  hasText,
  type Mutable,
  noReading,
  objectOf,
  objectsOf,
  type Reading,
  type Slot,
} from "./slot.ts";

const pieces = /(?:text|refusal|arguments|input|transcript|code)\.delta$/u;
const textNames = ["text", "refusal", "arguments", "input", "transcript"];
const listNames = ["output", "content", "summary"];
const objectNames = ["response", "item", "part"];

/** Texts of an answer of the Responses API: in pieces, and whole in events that end a part. */
export function responsesTexts(event: Mutable): Reading {
  const type = typeof event["type"] === "string" ? event["type"] : "";
  if (pieces.test(type) && hasText(event, "delta")) {
    const piece = pieceOf(event, type);
    return {
      ...noReading,
      pieces: [piece],
      ends: ({ key }) => key !== piece.key,
      clearTokens: () => clearTokens(event),
    };
  }
  const wholes = wholesOf(event);
  return {
    ...noReading,
    wholes,
    ends: () => true,
    clearTokens: () => wholes.filter(({ holder }) => clearTokens(holder)).length > 0,
  };
}

function pieceOf(event: Mutable, type: string): Slot {
  const place = ["item_id", "output_index", "content_index", "summary_index"];
  const key = [type, ...place.map((name) => String(event[name]))].join(" ");
  const eventOf = (delta: string): object => ({ ...event, delta });
  return {
    key,
    owner: key,
    isJson: /arguments/u.test(type),
    holder: event,
    name: "delta",
    eventOf,
  };
}

function wholesOf(holder: Mutable): readonly Slot[] {
  const own = textNames
    .filter((name) => hasText(holder, name))
    .map((name) => ({ key: "", owner: "", holder, name, isJson: name === "arguments" }));
  const lists = listNames.flatMap((name) => objectsOf(holder[name]));
  const objects = objectNames
    .map((name) => objectOf(holder[name]))
    .filter((object) => object !== undefined);
  return [...own, ...[...lists, ...objects].flatMap(wholesOf)];
}

function clearTokens(holder: Mutable): boolean {
  const hasTokens = Array.isArray(holder["logprobs"]) && holder["logprobs"].length > 0;
  if (hasTokens) {
    holder["logprobs"] = [];
  }
  return hasTokens;
}
