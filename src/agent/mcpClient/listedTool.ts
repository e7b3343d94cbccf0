import * as z from "zod/mini";

import { isRecord } from "../../shared/base/json.ts";
import { visibleLines } from "../../shared/text/visibleText.ts";

const listedToolSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(128)),
  title: z.optional(z.string().check(z.maxLength(500))),
  description: z.optional(z.string().check(z.maxLength(20_000))),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.optional(z.record(z.string(), z.unknown())),
});

export type ListedTool = Readonly<z.infer<typeof listedToolSchema>>;

const maxDescription = 1_024;
/** A tool with a longer schema, as JSON, is not offered. */
const maxSchema = 8_192;
const maxDepth = 10;
const maxInnerDescription = 512;

/** Undefined for a tool that is malformed or too large for a person to read. */
export function parseListedTool(value: unknown): ListedTool | undefined {
  const parsed = listedToolSchema.safeParse(value);
  if (!parsed.success || !isSmall(parsed.data)) {
    return undefined;
  }
  return parsed.data;
}

function isSmall({ inputSchema, annotations }: ListedTool): boolean {
  return (
    depthOf(inputSchema) <= maxDepth &&
    JSON.stringify(inputSchema).length <= maxSchema &&
    JSON.stringify(annotations ?? {}).length <= maxSchema
  );
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

export function shownDescription({ title, description }: ListedTool): string {
  const text = [title, description].filter((part) => part !== undefined && part !== "").join(": ");
  return cutText(visibleLines(text), maxDescription);
}

export function shownSchema({ inputSchema }: ListedTool): Readonly<Record<string, unknown>> {
  const { properties } = inputSchema;
  return {
    ...cleaned(inputSchema),
    type: "object",
    properties: isRecord(properties) ? cleaned(properties) : {},
  };
}

export function saysReadOnly({ annotations }: ListedTool): boolean {
  return annotations?.["readOnlyHint"] === true;
}

function cleaned(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = Object.entries(value).filter(
    ([key, inner]) => key !== "$schema" && key !== "$id" && !isRemote(key, inner),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, cleanedValue(inner)]));
}

function isRemote(key: string, value: unknown): boolean {
  return key === "$ref" && typeof value === "string" && !value.startsWith("#");
}

function cleanedValue(value: unknown): unknown {
  if (typeof value === "string") {
    return cutText(visibleLines(value), maxInnerDescription);
  }
  if (Array.isArray(value)) {
    return value.map(cleanedValue);
  }
  return isRecord(value) ? cleaned(value) : value;
}

function cutText(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
