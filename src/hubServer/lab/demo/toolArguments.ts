import * as z from "zod/mini";

import type { FunctionTool } from "../../models/prompt.ts";
import { lenient } from "../../values/lenient.ts";
import { plain, termsOf } from "./words.ts";

const propertySchema = z.object({
  type: lenient(z.string()),
  description: lenient(z.string()),
  enum: lenient(z.array(z.union([z.string(), z.number(), z.boolean()]))),
});

const parametersSchema = z.object({
  properties: lenient(z.record(z.string(), z.unknown())),
  required: lenient(z.array(z.string())),
});

type Property = z.infer<typeof propertySchema>;

interface Mention {
  readonly text: string;
  readonly before: readonly string[];
  readonly isQuoted: boolean;
  /** True for the new value of a change: "to 50", "para 50". */
  readonly isTarget: boolean;
}

export interface ReadArguments {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly missing: readonly string[];
}

export function readArguments(question: string, { parameters }: FunctionTool): ReadArguments {
  const { data } = parametersSchema.safeParse(parameters ?? {});
  const required = data?.required ?? [];
  const names = Object.keys(data?.properties ?? {});
  const mentions = new Set(mentionsIn(question));
  const fields: Record<string, unknown> = {};
  const ordered = [
    ...required.filter((name) => names.includes(name)),
    ...names.filter((name) => !required.includes(name)),
  ];
  for (const name of ordered) {
    const property = propertySchema.safeParse(data?.properties?.[name]).data ?? {};
    const value = valueOf(
      { name, property, isRequired: required.includes(name) },
      question,
      mentions,
    );
    if (value !== undefined) {
      fields[name] = value;
    }
  }
  return { fields, missing: required.filter((name) => !Object.hasOwn(fields, name)) };
}

interface Parameter {
  readonly name: string;
  readonly property: Property;
  readonly isRequired: boolean;
}

function valueOf(parameter: Parameter, question: string, mentions: Set<Mention>): unknown {
  const { name, property, isRequired } = parameter;
  if (property.enum) {
    const said = plain(question);
    return property.enum.find((option) => said.includes(plain(String(option))));
  }
  if (property.type === "boolean") {
    return isRequired ? !/\b(?:not|no|dont|nao|sem|without)\b/u.test(plain(question)) : undefined;
  }
  if (property.type === "object" || property.type === "array") {
    return undefined;
  }
  const isNumber = property.type === "number" || property.type === "integer";
  const mention = bestMention(parameter, [...mentions], isNumber);
  if (mention) {
    mentions.delete(mention);
    return isNumber ? Number(mention.text.replace(",", ".")) : mention.text;
  }
  const takesWhole =
    /^(?:q|query|text|texto|search|busca|termo|term|question|pergunta|prompt|message|mensagem)$/iu;
  return isRequired && !isNumber && takesWhole.test(name) ? question : undefined;
}

function bestMention(
  { name, property, isRequired }: Parameter,
  mentions: readonly Mention[],
  isNumber: boolean,
): Mention | undefined {
  const terms = new Set([...termsOf(name), ...termsOf(property.description ?? "")]);
  const wantsTarget =
    /quant|qty|amount|stock|estoque|price|preco|valor|value|new|novo|nova|count|total/u.test(
      plain(name),
    );
  const scored = mentions
    .filter(({ text, isQuoted }) =>
      isNumber ? /^-?\d+(?:[.,]\d+)?$/u.test(text) : isQuoted || isRequired,
    )
    .map((mention) => ({
      mention,
      score:
        3 * mention.before.filter((term) => terms.has(term)).length +
        (mention.isTarget === wantsTarget ? 2 : 0) +
        (mention.isQuoted && !isNumber ? 2 : 0),
    }))
    .toSorted((a, b) => b.score - a.score);
  const best = scored[0];
  // A value fills an optional parameter only if the question names it.
  return best && (isRequired || best.score >= 3) ? best.mention : undefined;
}

const quotedPattern =
  /"([^"\n]{1,500})"|“([^”\n]{1,500})”|(?<![\w'])'([^'\n]{1,500})'|`([^`\n]{1,500})`/u;
const numberPattern = /(?<![\w.])-?\d+(?:[.,]\d+)?(?![\w-])/u;
const codePattern = /[\w./-]*\d(?:[\w./-]*\w)?/u;
const mailPattern = /[\w.+-]+@[\w.-]+\.\w+/u;
const pathPattern = /[\w-]+(?:[/\\.][\w-]+)+/u;
const namePattern = /(?<=\b(?:in|em|for|of|de|do|da|from)\s)\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)*/u;
const mentionPattern = new RegExp(
  [quotedPattern, mailPattern, numberPattern, codePattern, pathPattern, namePattern]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

function mentionsIn(question: string): readonly Mention[] {
  return [...question.slice(0, 5_000).matchAll(mentionPattern)].map((match) => {
    const quoted = match.slice(1, 5).find((group) => group !== undefined);
    const before = question.slice(Math.max(0, match.index - 40), match.index);
    return {
      text: quoted ?? match[0],
      before: termsOf(before).slice(-3),
      isQuoted: quoted !== undefined,
      isTarget: /(?:\bto|\bpara|\bpra|=|->|→)\s*(?:r\$|\$)?\s*["“'`]?$/iu.test(before),
    };
  });
}
