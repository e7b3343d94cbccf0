import * as z from "zod/mini";

import { type Fields, listOf } from "../formats/base/fields.ts";
import { ApiError } from "../http/apiError.ts";
import { invalidField } from "../http/invalidField.ts";
import type { CompletionOffers } from "../store/store.ts";
import { estimateInput } from "./inputEstimate.ts";
import { parseObject, readFields } from "./jsonBody.ts";

/** The largest body, in bytes; the worst one takes some 20 ms. */
const maxBytes = 64 * 1024;
const defaultTokens = 16;
const maxTokens = 256;
const [maxEdits, maxEditTokens] = [5, 512];
const maxStops = 16;

const name = z.string().check(z.maxLength(1_000));
const mostReported = 1_000;
const reported = z.pipe(
  z.int().check(z.nonnegative()),
  z.transform((count: number) => Math.min(count, mostReported)),
);
const stop = z.string().check(z.minLength(1), z.maxLength(200));

const completionSchema = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(500)),
  prompt: z.string(),
  suffix: z.nullish(z.string()),
  max_tokens: z.nullish(z.int().check(z.nonnegative())),
  temperature: z.nullish(z.number()),
  top_p: z.nullish(z.number()),
  seed: z.nullish(z.int()),
  stop: z.nullish(z.union([stop, z.array(stop).check(z.maxLength(maxStops))])),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.object({ include_usage: z.nullish(z.boolean()) })),
  n: z.nullish(z.literal(1)),
  best_of: z.nullish(z.literal(1)),
  echo: z.nullish(z.literal(false)),
  hub: z.nullish(
    z.object({
      path: z.nullish(name),
      language: z.nullish(name),
      context: z.nullish(
        z.array(z.object({ path: name, text: z.string() })).check(z.maxLength(32)),
      ),
      // The last differences; with them the next edit is asked for, not the text at the cursor.
      edits: z.nullish(
        z
          .array(z.object({ path: name, text: z.string().check(z.maxLength(4_000)) }))
          .check(z.minLength(1), z.maxLength(maxEdits)),
      ),
      // An unreadable report is no reason to refuse the request.
      offers: z.nullish(
        z.union([
          z.object({ offered: reported, kept: reported }),
          z.pipe(
            z.unknown(),
            z.transform(() => undefined),
          ),
        ]),
      ),
    }),
  ),
});

export interface CompletionCall {
  readonly model: string;
  /** True for the next edit near the cursor, in place of the text at it. */
  readonly isNextEdit: boolean;
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
  readonly maxTokens: number;
  readonly fields: Fields;
  readonly inputTokens: number;
  readonly mostInputTokens: number;
  readonly offers?: CompletionOffers;
}

export interface CompletionOrder {
  readonly before: string;
  readonly after: string;
  readonly stops: readonly string[];
  readonly path: string | undefined;
  readonly language: string | undefined;
  readonly context: readonly NamedText[];
  readonly edits: readonly NamedText[];
}

interface NamedText {
  readonly path: string;
  readonly text: string;
}

export function readCompletionCall(bytes: Uint8Array): CompletionCall {
  if (bytes.length > maxBytes) {
    throw new ApiError(413, `A completion's body may have ${maxBytes} bytes.`, {
      code: "request_too_large",
    });
  }
  const body = readFields(withOnePrompt(parseObject(bytes).fields), completionSchema);
  const { model, prompt, suffix, hub, n: _n, best_of: _bestOf, echo: _echo, ...rest } = body;
  const { offers, ...around } = hub ?? {};
  const { context, edits } = around;
  const isNextEdit = (edits ?? []).length > 0;
  const fields = {
    model,
    prompt,
    ...(typeof suffix === "string" && { suffix }),
    ...present(rest),
    max_tokens: boundedTokens(rest.max_tokens, isNextEdit),
    ...(hub && { hub: present(around) }),
  };
  const input = [prompt, suffix ?? "", ...textsIn(context), ...textsIn(edits)];
  const { tokens, mostTokens } = estimateInput({ model, input }, bytes.length);
  return {
    model,
    isNextEdit,
    isStreamed: body.stream === true,
    wantsUsage: body.stream_options?.include_usage === true,
    maxTokens: fields.max_tokens,
    fields,
    inputTokens: tokens,
    mostInputTokens: mostTokens,
    ...(offers && { offers }),
  };
}

function boundedTokens(asked: number | null | undefined, isNextEdit: boolean): number {
  return Math.max(1, Math.min(asked ?? defaultTokens, isNextEdit ? maxEditTokens : maxTokens));
}

function textsIn(named: readonly NamedText[] | null | undefined): readonly string[] {
  return (named ?? []).flatMap(({ path, text }) => [path, text]);
}

/** Replaces a list of one prompt, which some clients such as LangChain send. */
function withOnePrompt(fields: Fields): Fields {
  if (!Array.isArray(fields["prompt"])) {
    return fields;
  }
  const [prompt, ...others] = listOf(fields["prompt"]);
  if (typeof prompt !== "string" || others.length > 0) {
    throw invalidField(
      "prompt",
      "it must be a text or a list of one text. Send a request for each prompt, and texts instead of token ids",
    );
  }
  return { ...fields, prompt };
}

export function admittedCompletion(
  call: CompletionCall,
  { fields, outputTokens }: { readonly fields: Fields; readonly outputTokens: number },
): CompletionCall {
  const most = Math.min(call.maxTokens, outputTokens);
  return { ...call, fields: { ...fields, max_tokens: most }, maxTokens: most };
}

/** Throws an `ApiError` (400) if a policy's parameters do not fit a completion. */
export function completionOrder({ fields }: CompletionCall): CompletionOrder {
  const { prompt, suffix, stop: stops, hub } = readFields(fields, completionSchema);
  return {
    before: prompt,
    after: suffix ?? "",
    stops: typeof stops === "string" ? [stops] : (stops ?? []),
    path: hub?.path ?? undefined,
    language: hub?.language ?? undefined,
    context: hub?.context ?? [],
    edits: hub?.edits ?? [],
  };
}

function present(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
