import { isOfOthers } from "../formats/base/reasoningSeal.ts";
import { otherTexts } from "./otherTexts.ts";
import {
  hasText,
  type Mutable,
  noReading,
  objectOf,
  objectsOf,
  type Reading,
  type Slot,
} from "./slot.ts";

const pieces = /(?<!audio)\.delta$/u;

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
    clearSignatures: () => clearSignatures(event),
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
    ...(type.startsWith("response.reasoning") && { reasoning: "unsigned" }),
    holder: event,
    name: "delta",
    eventOf,
  };
}

/** The other fields of a response repeat the request. */
function wholesOf(event: Mutable): readonly Slot[] {
  const answer = objectOf(event["response"]) ?? event;
  const texts = otherTexts(answer["object"] === "response" ? answer["output"] : event);
  return texts.map((slot) =>
    reasoningParts.has(slot.holder["type"]) ? { ...slot, reasoning: "unsigned" } : slot,
  );
}

const reasoningParts = new Set<unknown>(["summary_text", "reasoning_text"]);

function clearSignatures(event: Mutable): boolean {
  const answer = objectOf(event["response"]) ?? event;
  const signed = objectsOf([...objectsOf(answer["output"]), event["item"]]).filter((item) =>
    isOfOthers(item["encrypted_content"]),
  );
  for (const item of signed) {
    item["encrypted_content"] = null;
  }
  return signed.length > 0;
}

function clearTokens(holder: Mutable): boolean {
  const hasTokens = Array.isArray(holder["logprobs"]) && holder["logprobs"].length > 0;
  if (hasTokens) {
    holder["logprobs"] = [];
  }
  return hasTokens;
}
