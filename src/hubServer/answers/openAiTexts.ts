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

const proseNames = ["content", "reasoning_content", "reasoning", "refusal", "text"];

/** Texts of a chat completion or a legacy completion, whole or in an event. */
export function openAiTexts(event: Mutable): Reading {
  const choices = objectsOf(event["choices"]);
  if (choices.length === 0) {
    return { ...noReading, ends: () => event["error"] !== undefined };
  }
  const pieces = choices.flatMap((choice) => piecesOf(event, choice));
  const finished = new Set(
    choices.filter((choice) => typeof choice["finish_reason"] === "string").map(ownerOf),
  );
  const signed = new Set(choices.filter((choice) => signaturesOf(choice).length > 0).map(ownerOf));
  return {
    pieces,
    wholes: otherTexts(choices, pieces),
    isLast: (owner) => finished.has(owner),
    ends: ({ key, owner }) =>
      finished.has(owner) ||
      (signed.has(owner) && groupOf(key).endsWith(" reasoning")) ||
      pieces.some((piece) => piece.owner === owner && groupOf(piece.key) !== groupOf(key)),
    clearTokens: () => choices.filter(clearTokens).length > 0,
    clearSignatures: () => choices.filter(clearSignatures).length > 0,
  };
}

function ownerOf({ index }: Mutable): string {
  return typeof index === "number" ? String(index) : "0";
}

/** Calls of tools may take turns; other texts follow each other. */
function groupOf(key: string): string {
  return /^\d+ call/u.test(key) ? "call" : key.replace(/ reasoning.*$/u, " reasoning");
}

function clearTokens(choice: Mutable): boolean {
  const hasTokens = objectOf(choice["logprobs"]) !== undefined;
  if (hasTokens) {
    choice["logprobs"] = null;
  }
  return hasTokens;
}

function signaturesOf(choice: Mutable): readonly Mutable[] {
  const message = objectOf(choice["delta"]) ?? objectOf(choice["message"]);
  return objectsOf(message?.["reasoning_details"]).filter(
    ({ signature }) => typeof signature === "string",
  );
}

function clearSignatures(choice: Mutable): boolean {
  const signed = signaturesOf(choice);
  for (const detail of signed) {
    delete detail["signature"];
  }
  return signed.length > 0;
}

function piecesOf(event: Mutable, choice: Mutable): readonly Slot[] {
  const owner = ownerOf(choice);
  const index = Number(owner);
  const message = objectOf(choice["delta"]) ?? objectOf(choice["message"]);
  const eventOf = (fields: object): object => ({
    ...event,
    usage: undefined,
    choices: [
      message
        ? { index, delta: fields, finish_reason: null }
        : { index, logprobs: null, ...fields, finish_reason: null },
    ],
  });
  const holder = message ?? choice;
  const audio = objectOf(holder["audio"]);
  const slot = (
    key: string,
    at: Mutable,
    name: string,
    wrap = (fields: object): object => fields,
  ): Slot[] =>
    hasText(at, name)
      ? [
          {
            key: `${owner} ${key}`,
            owner,
            isJson: name === "arguments" || name === "input",
            ...(key.startsWith("reasoning") && { reasoning: "unsigned" }),
            holder: at,
            name,
            eventOf: (text) => eventOf(wrap({ [name]: text })),
          },
        ]
      : [];
  return [
    ...proseNames.flatMap((name) => slot(name, holder, name)),
    ...(audio ? slot("transcript", audio, "transcript", (fields) => ({ audio: fields })) : []),
    ...listed(holder, "content", ["text"], slot),
    ...listed(holder, "reasoning_details", ["text", "summary"], slot),
    ...objectsOf(holder["tool_calls"]).flatMap((call, at) => callPieces(call, at, slot)),
    ...callPieces({ function: holder["function_call"] }, -1, (key, fields, name) =>
      slot(key, fields, name, (piece) => ({ function_call: piece })),
    ),
  ];
}

type MakeSlot = (
  key: string,
  at: Mutable,
  name: string,
  wrap?: (fields: object) => object,
) => readonly Slot[];

function listed(
  holder: Mutable,
  list: string,
  names: readonly string[],
  slot: MakeSlot,
): readonly Slot[] {
  return objectsOf(holder[list]).flatMap((part) => {
    const { type, index } = part;
    const own = names.flatMap((name) =>
      slot(`${list === "content" ? list : "reasoning"} ${String(type)}`, part, name, (fields) => ({
        [list]: [{ type, ...(index !== undefined && { index }), ...fields }],
      })),
    );
    const inner = objectsOf(part["thinking"]).flatMap((text) =>
      slot("reasoning list", text, "text", (fields) => ({
        [list]: [{ type, thinking: [{ type: "text", ...fields }] }],
      })),
    );
    return [...own, ...inner];
  });
}

function callPieces(call: Mutable, at: number, slot: MakeSlot): readonly Slot[] {
  const index = typeof call["index"] === "number" ? call["index"] : at;
  return (["function", "custom"] as const).flatMap((field) => {
    const held = objectOf(call[field]);
    const name = field === "custom" ? "input" : "arguments";
    return held
      ? slot(`call ${index}`, held, name, (fields) => ({
          tool_calls: [{ index, [field]: fields }],
        }))
      : [];
  });
}
