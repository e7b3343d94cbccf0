import { checkImages } from "../formats/anthropicImages.ts";
import { readAnthropicRequest } from "../formats/anthropicRequestReader.ts";
import { writeAnthropicRequest } from "../formats/anthropicRequestWriter.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import { fieldsOf } from "../formats/fields.ts";
import type { UpstreamRequest } from "../formats/heldBody.ts";
import { readOpenAiRequest } from "../formats/openAiRequestReader.ts";
import { writeOpenAiRequest } from "../formats/openAiRequestWriter.ts";
import { markedBody, mayNeedMarks } from "../formats/promptCache.ts";
import { withShortNames } from "../formats/toolNames.ts";
import type { ChatCall } from "../models/chatCall.ts";
import { withField } from "../models/withField.ts";

type Written = Pick<
  ChatCall,
  | "format"
  | "model"
  | "fields"
  | "bytes"
  | "isStreamed"
  | "wantsUsage"
  | "allowedTokens"
  | "cachesPrompt"
>;

const asItWas = { dropped: [], toolNames: new Map<string, string>() };

/**
 * `model`: the upstream's name of the model. Bytes stay unchanged wherever possible. A stream
 * always requests usage, and a prompt for Anthropic gets cache marks.
 */
export function upstreamRequest(call: Written, format: ChatFormat, model: string): UpstreamRequest {
  if (call.format !== format) {
    return translated(call, model);
  }
  if (lacksMarks(call, format)) {
    return { ...asItWas, body: markedBody({ ...call.fields, model }) };
  }
  if (!lacksUsage(call, format)) {
    return { ...asItWas, body: sameBody(call, model) };
  }
  const { bytes, fields } = call;
  const name = "stream_options";
  const options = withUsage(call);
  const isSpliced = bytes !== undefined && call.model === model && !Object.hasOwn(fields, name);
  return {
    ...asItWas,
    body: isSpliced
      ? withField(bytes, name, options)
      : JSON.stringify({ ...fields, model, [name]: options }),
  };
}

/** Like `upstreamRequest`; uses the other thread if this one lacks the fields. */
export async function outgoingRequest(
  call: Written & Pick<ChatCall, "held">,
  upstreamFormat: ChatFormat,
  model: string,
): Promise<UpstreamRequest> {
  const { held, fields, format, isStreamed, wantsUsage, allowedTokens, cachesPrompt } = call;
  const isReady =
    call.bytes !== undefined &&
    format === upstreamFormat &&
    call.model === model &&
    !lacksMarks(call, upstreamFormat) &&
    !(lacksUsage(call, format) && Object.hasOwn(fields, "stream_options"));
  return held && !isReady
    ? held.write(fields, {
        format,
        upstreamFormat,
        model,
        isStreamed,
        wantsUsage,
        allowedTokens,
        cachesPrompt,
      })
    : upstreamRequest(call, upstreamFormat, model);
}

function lacksMarks({ bytes, cachesPrompt }: Written, format: ChatFormat): boolean {
  return format === "anthropic" && cachesPrompt && (bytes === undefined || mayNeedMarks(bytes));
}

function lacksUsage({ isStreamed, wantsUsage }: Written, format: ChatFormat): boolean {
  return format === "openai" && isStreamed && !wantsUsage;
}

/** The original bytes if governance changed nothing and the upstream uses the same model name. */
function sameBody(
  call: Pick<ChatCall, "bytes" | "fields" | "model">,
  model: string,
): Uint8Array | string {
  return call.bytes !== undefined && call.model === model
    ? call.bytes
    : JSON.stringify({ ...call.fields, model });
}

function withUsage({ fields }: Written): object {
  return { ...fieldsOf(fields["stream_options"]), include_usage: true };
}

function translated(call: Written, model: string): UpstreamRequest {
  if (call.format === "openai") {
    checkImages(call.fields);
    const read = readOpenAiRequest(call.fields);
    const { fields, dropped } = writeAnthropicRequest(read.request, model, call.allowedTokens);
    return {
      ...asItWas,
      body: call.cachesPrompt ? markedBody(fields) : JSON.stringify(fields),
      dropped: [...read.dropped, ...dropped],
    };
  }
  const read = readAnthropicRequest(call.fields);
  const { request, names } = withShortNames(read.request);
  const { fields, dropped } = writeOpenAiRequest(request, model);
  return {
    body: JSON.stringify(fields),
    dropped: [...read.dropped, ...dropped],
    toolNames: names,
  };
}
