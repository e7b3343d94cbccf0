import { matchesPattern } from "../../../shared/text/namePatterns.ts";
import { type Fields, fieldsOf } from "../../formats/base/fields.ts";
import { foldName, otherLimitNames } from "../../formats/base/parameterNames.ts";
import type { ChatFormat } from "../../formats/chatFormat.ts";
import type { ApiFormat, ModelPolicy } from "../../store/records.ts";

export type PolicyRefusal = "completion" | "model" | "tools" | "images";

interface PolicyQuestion {
  readonly format: ApiFormat;
  readonly model: string;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
}

export function allowsModelId({ allow, deny }: ModelPolicy, model: string): boolean {
  const matches = (pattern: string): boolean => matchesPattern(pattern, model);
  return (allow.length === 0 || allow.some(matches)) && !deny.some(matches);
}

/** True for requests that an editor makes by itself: completions and next edits. */
export function isWhileTyping(format: ApiFormat): format is "completions" | "edits" {
  return format === "completions" || format === "edits";
}

export function refusalOf(
  policy: ModelPolicy,
  question: PolicyQuestion,
): PolicyRefusal | undefined {
  if (isWhileTyping(question.format) && policy.allowsCompletion === false) {
    return "completion";
  }
  if (!allowsModelId(policy, question.model)) {
    return "model";
  }
  if (question.hasTools && !policy.allowsTools) {
    return "tools";
  }
  return question.hasImages && !policy.allowsImages ? "images" : undefined;
}

/** Names of each parameter, the usual name first. */
const synonyms: readonly Readonly<Record<ChatFormat, readonly string[]>>[] = [
  {
    openai: ["max_tokens", "max_completion_tokens", ...otherLimitNames],
    anthropic: ["max_tokens", ...otherLimitNames],
    responses: [...otherLimitNames, "max_tokens", "max_completion_tokens"],
  },
  { openai: ["reasoning_effort"], anthropic: ["reasoning_effort"], responses: ["reasoning"] },
  { openai: ["stop"], anthropic: ["stop_sequences"], responses: [] },
];

/** Fields that decide route and content; no policy replaces them. */
const untouchable = new Set(
  ["model", "messages", "system", "input", "prompt", "suffix", "hub", "stream"].map(foldName),
);

/** Parameters of embeddings; with others an upstream refuses the request. */
const embeddingParameters = new Set(["dimensions", "encoding_format", "user"]);

const completionParameters = new Set(["max_tokens", "temperature", "top_p", "seed", "stop"]);

const onlyParameters: Partial<Readonly<Record<ApiFormat, ReadonlySet<string>>>> = {
  embeddings: embeddingParameters,
  completions: completionParameters,
  edits: completionParameters,
};

/** A cap is not a default: an absent parameter stays absent. A capped value that is not a number is replaced. */
export function withParameters(fields: Fields, policy: ModelPolicy, format: ApiFormat): Fields {
  const changes: Record<string, unknown> = {};
  for (const [name, cap] of Object.entries(policy.capped)) {
    for (const present of presentNames(fields, name, format)) {
      const value = fields[present];
      if (!(typeof value === "number" && value <= cap) && value !== null) {
        changes[present] = cap;
      }
    }
  }
  for (const [name, value] of Object.entries(policy.forced)) {
    const [usual] = namesOf(name, format);
    const present = presentNames(fields, name, format);
    for (const target of present.length > 0 || usual === undefined ? present : [usual]) {
      changes[target] =
        target === "reasoning" ? { ...fieldsOf(fields[target]), effort: value } : value;
    }
  }
  const isChanged = Object.entries(changes).some(([name, value]) => fields[name] !== value);
  return isChanged ? { ...fields, ...changes } : fields;
}

function presentNames(fields: Fields, name: string, format: ApiFormat): readonly string[] {
  const candidates = new Set(namesOf(name, format).map(foldName));
  return Object.keys(fields).filter((present) => candidates.has(foldName(present)));
}

function namesOf(name: string, format: ApiFormat): readonly string[] {
  const only = onlyParameters[format];
  if (untouchable.has(foldName(name)) || (only && !only.has(name))) {
    return [];
  }
  const group = synonyms.find(
    ({ openai, anthropic }) => openai.includes(name) || anthropic.includes(name),
  );
  return group && format !== "embeddings" && !isWhileTyping(format) ? group[format] : [name];
}
