import * as z from "zod/mini";

import { maxResultLength } from "../../shared/text/boundedResult.ts";

const callResultSchema = z.object({
  content: z.optional(z.array(z.looseObject({ type: z.string() }))),
  structuredContent: z.optional(z.record(z.string(), z.unknown())),
  isError: z.optional(z.boolean()),
});

const textPartSchema = z.object({ type: z.literal("text"), text: z.string() });
const mediaPartSchema = z.object({
  type: z.enum(["image", "audio"]),
  data: z.string(),
  mimeType: z.optional(z.string()),
});
const linkPartSchema = z.object({
  type: z.literal("resource_link"),
  uri: z.string(),
  name: z.optional(z.string()),
});
const resourcePartSchema = z.object({
  type: z.literal("resource"),
  resource: z.object({ uri: z.string(), text: z.optional(z.string()) }),
});

type Part = Readonly<z.infer<typeof textPartSchema>> | { readonly type: string };

export interface ResultText {
  readonly isError: boolean;
  readonly text: string;
}

const maxLabel = 300;

/**
 * Names links and resources, does not fetch them. Drops structured data that repeats a text. The text is another
 * program's data: never an instruction, and it taints the run.
 */
export function resultText(result: unknown): ResultText {
  const parsed = callResultSchema.safeParse(result);
  if (!parsed.success) {
    return { isError: true, text: "The server's answer is no result of a tool." };
  }
  const { content = [], structuredContent, isError = false } = parsed.data;
  const parts = content.map(partText);
  const data = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  const isRepeated = data !== undefined && content.some((part) => isSameJson(part, data));
  const texts = [...parts, ...(data === undefined || isRepeated ? [] : [data])];
  const whole = texts.filter((text) => text !== "").join("\n\n");
  return { isError, text: bounded(whole === "" ? "(The result is empty.)" : whole) };
}

function partText(part: Part): string {
  const text = textPartSchema.safeParse(part).data;
  if (text) {
    return text.text;
  }
  const media = mediaPartSchema.safeParse(part).data;
  if (media) {
    const size = Math.floor((media.data.length * 3) / 4);
    return `[${media.type} ${label(media.mimeType ?? "of unknown type")}, ${size} bytes, not shown]`;
  }
  const link = linkPartSchema.safeParse(part).data;
  if (link) {
    return `[link to ${label(link.uri)}${link.name === undefined ? "" : ` (${label(link.name)})`}, not fetched]`;
  }
  const resource = resourcePartSchema.safeParse(part).data?.resource;
  if (resource) {
    return `[resource ${label(resource.uri)}${resource.text === undefined ? ", not shown]" : `]\n${resource.text}`}`;
  }
  return `[a part of the kind ${label(part.type)}, not shown]`;
}

function isSameJson(part: Part, data: string): boolean {
  if (!("text" in part) || part.text.length > maxResultLength * 4) {
    return false;
  }
  try {
    return JSON.stringify(JSON.parse(part.text)) === data;
  } catch {
    return false;
  }
}

function label(text: string): string {
  return text.replaceAll(/\s+/gu, " ").slice(0, maxLabel);
}

function bounded(text: string): string {
  if (text.length <= maxResultLength) {
    return text;
  }
  const note = `\n[Cut here: the whole result has ${text.length} characters.]`;
  return text.slice(0, maxResultLength - note.length).replace(/[\uD800-\uDBFF]$/u, "") + note;
}
