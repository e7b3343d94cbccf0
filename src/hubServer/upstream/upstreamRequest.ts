import { checkImages } from "../formats/anthropic/anthropicImages.ts";
import { fieldsOf } from "../formats/base/fields.ts";
import { markedBody, mayNeedMarks } from "../formats/base/promptCache.ts";
import { noNames } from "../formats/base/sentTool.ts";
import { withShortNames } from "../formats/base/toolNames.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import type { UpstreamRequest } from "../formats/heldBody.ts";
import { readRequest, writeRequest } from "../formats/requests.ts";
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

const asItWas = { dropped: [], toolNames: noNames };

/** The request's bytes, unchanged wherever possible. */
export function upstreamRequest(call: Written, format: ChatFormat, model: string): UpstreamRequest {
  if (call.format !== format) {
    return translated(call, format, model);
  }
  if (lacksMarks(call, format)) {
    return { ...asItWas, body: markedBody({ ...call.fields, model }) };
  }
  const added = addedField(call, format);
  if (!added) {
    return { ...asItWas, body: sameBody(call, model) };
  }
  const { bytes, fields } = call;
  const [name, value] = added;
  const isSpliced = bytes !== undefined && call.model === model && !Object.hasOwn(fields, name);
  return {
    ...asItWas,
    body: isSpliced
      ? withField(bytes, name, value)
      : JSON.stringify({ ...fields, model, [name]: value }),
  };
}

export async function outgoingRequest(
  call: Written & Pick<ChatCall, "held">,
  upstreamFormat: ChatFormat,
  model: string,
): Promise<UpstreamRequest> {
  const { held, fields, format, isStreamed, wantsUsage, allowedTokens, cachesPrompt } = call;
  const [added] = addedField(call, upstreamFormat) ?? [];
  const isReady =
    call.bytes !== undefined &&
    format === upstreamFormat &&
    call.model === model &&
    !lacksMarks(call, upstreamFormat) &&
    !(added !== undefined && Object.hasOwn(fields, added));
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

/** The field `store`: by default, a Responses server stores answers. */
function addedField(call: Written, format: ChatFormat): readonly [string, unknown] | undefined {
  const { isStreamed, wantsUsage, fields } = call;
  if (format === "openai" && isStreamed && !wantsUsage) {
    return ["stream_options", withUsage(call)];
  }
  return format === "responses" && fields["store"] !== false ? ["store", false] : undefined;
}

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

function translated(call: Written, format: ChatFormat, model: string): UpstreamRequest {
  const isForAnthropic = format === "anthropic";
  if (isForAnthropic) {
    checkImages(call.fields);
  }
  const read = readRequest(call.format, call.fields);
  const { request, names } = isForAnthropic
    ? { request: read.request, names: read.names ?? noNames }
    : withShortNames(read.request, read.names);
  const { allowedTokens } = call;
  const { fields, dropped } = writeRequest(format, request, { model, allowedTokens });
  return {
    body: isForAnthropic && call.cachesPrompt ? markedBody(fields) : JSON.stringify(fields),
    dropped: [...read.dropped, ...dropped],
    toolNames: names,
  };
}
