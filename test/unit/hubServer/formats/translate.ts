import { readAnthropicRequest } from "../../../../src/hubServer/formats/anthropic/anthropicRequestReader.ts";
import { writeAnthropicRequest } from "../../../../src/hubServer/formats/anthropic/anthropicRequestWriter.ts";
import type { Fields } from "../../../../src/hubServer/formats/base/fields.ts";
import { readOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestReader.ts";
import { writeOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestWriter.ts";
import { ApiError } from "../../../../src/hubServer/http/apiError.ts";

interface Translated {
  readonly fields: Fields;
  /** Names of what had no place. */
  readonly dropped: readonly string[];
}

export function toAnthropic(fields: Fields): Translated {
  const { request, dropped } = readOpenAiRequest(fields);
  const written = writeAnthropicRequest(request, "m", Infinity);
  return { fields: written.fields, dropped: [...dropped, ...written.dropped] };
}

export function toOpenAi(fields: Fields): Translated {
  const { request, dropped } = readAnthropicRequest(fields);
  const written = writeOpenAiRequest(request, "m");
  return { fields: written.fields, dropped: [...dropped, ...written.dropped] };
}

/** The place that a refusal names; undefined if the request was translated. */
export function refusedAt(translate: () => unknown): string | undefined {
  try {
    translate();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      return error.options.param;
    }
    throw error;
  }
}
