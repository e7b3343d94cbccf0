import { type Fields, isRecord } from "../../shared/base/json.ts";
import { type HubModel, hubModelSchema } from "../../shared/hubApi/model.ts";
import { contextLengthFields } from "../../shared/hubApi/modelFields.ts";
import { withoutUndefined } from "../withoutUndefined.ts";

const maxModels = 20_000;

/** Accepts an array, `{data}` or `{models}`. */
export function readModels(body: unknown): readonly HubModel[] | undefined {
  const entries = listOf(body);
  if (!entries) {
    return undefined;
  }
  const models = new Map<string, HubModel>();
  for (const entry of entries.slice(0, maxModels)) {
    const model = hubModelSchema.safeParse(readModel(entry));
    if (model.success && !models.has(model.data.id)) {
      models.set(model.data.id, model.data);
    }
  }
  return [...models.values()];
}

function listOf(body: unknown): readonly unknown[] | undefined {
  const candidates: readonly unknown[] = isRecord(body) ? [body["data"], body["models"]] : [body];
  return candidates.find((candidate): candidate is unknown[] => Array.isArray(candidate));
}

function readModel(entry: unknown): unknown {
  if (typeof entry === "string") {
    return { id: entry, name: entry, capabilities: {} };
  }
  if (!isRecord(entry)) {
    return undefined;
  }
  const id = text(entry["id"], 500) ?? text(entry["name"], 500);
  const type = text(entry["type"], 50);
  const topProvider = isRecord(entry["top_provider"]) ? entry["top_provider"] : {};
  const contextLength = firstCount([
    ...contextLengthFields.map((field) => entry[field]),
    topProvider["context_length"],
  ]);
  return withoutUndefined({
    id,
    name: text(entry["display_name"], 500) ?? text(entry["name"], 500) ?? id,
    description: text(entry["description"], 2000),
    contextLength,
    maxOutputTokens: firstCount([
      entry["max_output_tokens"],
      entry["max_completion_tokens"],
      topProvider["max_completion_tokens"],
    ]),
    type: type === "model" ? undefined : type,
    ownedBy: text(entry["owned_by"], 200),
    formats: formatsOf(entry),
    completions: completionsOf(entry),
    locked: lockedOf(entry),
    capabilities: capabilitiesOf(entry),
    pricing: pricingOf(entry["pricing"]),
  });
}

/** A capability that the hub does not mention is unknown, not unsupported. */
function capabilitiesOf(entry: Fields): HubModel["capabilities"] {
  const said = entry["capabilities"];
  const architecture = isRecord(entry["architecture"]) ? entry["architecture"] : {};
  const parameters = entry["supported_parameters"];
  return withoutUndefined({
    tools:
      named(said, ["tools", "tool_use", "function_calling"]) ??
      (Array.isArray(parameters) ? parameters.includes("tools") : undefined),
    vision: named(said, ["vision"]) ?? named(architecture["input_modalities"], ["image"]),
    reasoning:
      named(said, ["thinking", "reasoning"]) ??
      (Array.isArray(parameters) && parameters.includes("reasoning") ? true : undefined),
    patches: named(said, ["apply_patch", "patches"]) === true ? true : undefined,
  });
}

const lockedWords = new Set([
  "denied",
  "blocked",
  "locked",
  "forbidden",
  "not_allowed",
  "disabled",
]);

/** Models that the token may not use, but that some hubs list. */
function lockedOf(entry: Fields): HubModel["locked"] {
  const hub = isRecord(entry["hub"]) ? entry["hub"] : {};
  const isLocked =
    [hub["policy"], entry["policy"], entry["access"]].some(
      (word) => typeof word === "string" && lockedWords.has(word.toLowerCase()),
    ) ||
    entry["locked"] === true ||
    entry["allowed"] === false;
  const reason = text(hub["reason"] ?? entry["locked_reason"], 300);
  return isLocked ? withoutUndefined({ reason }) : undefined;
}

function formatsOf(entry: Fields): HubModel["formats"] {
  const hub = isRecord(entry["hub"]) ? entry["hub"] : {};
  const said = [hub["formats"], entry["supported_endpoints"]].find((list) => Array.isArray(list));
  const formats = (said ?? []).map(formatOf).filter((format) => format !== undefined);
  return formats.length === 0 ? undefined : [...new Set(formats)];
}

function completionsOf(entry: Fields): HubModel["completions"] {
  const hub = isRecord(entry["hub"]) ? entry["hub"] : {};
  const formats: unknown = hub["formats"];
  if (!Array.isArray(formats) || !formats.includes("completions")) {
    return undefined;
  }
  return named(entry["capabilities"], ["fim"]) === true ? "fim" : "chat";
}

function formatOf(name: unknown): "openai" | "anthropic" | undefined {
  if (typeof name !== "string") {
    return undefined;
  }
  if (/^anthropic$|\/messages$/u.test(name)) {
    return "anthropic";
  }
  return /^openai$|\/chat\/completions$/u.test(name) ? "openai" : undefined;
}

function named(said: unknown, names: readonly string[]): boolean | undefined {
  if (Array.isArray(said)) {
    return names.some((name) => said.includes(name));
  }
  const flags = isRecord(said) ? names.map((name) => said[name]) : [];
  return flags.find((flag) => typeof flag === "boolean");
}

function pricingOf(pricing: unknown): HubModel["pricing"] {
  if (!isRecord(pricing)) {
    return undefined;
  }
  return withoutUndefined({
    input: price(pricing["prompt"] ?? pricing["input"]),
    output: price(pricing["completion"] ?? pricing["output"]),
    currency: text(pricing["currency"], 10),
  });
}

function price(value: unknown): string | undefined {
  const amount = typeof value === "number" ? String(value) : text(value, 50);
  return amount !== undefined && /^\d*\.?\d+(e-?\d+)?$/iu.test(amount) ? amount : undefined;
}

function text(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, maxLength) : undefined;
}

/** Finite, because `1e400` parses to Infinity. */
function firstCount(values: readonly unknown[]): number | undefined {
  return values.find(
    (value): value is number => typeof value === "number" && Number.isFinite(value) && value > 0,
  );
}
