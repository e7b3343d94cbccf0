import { parseJson } from "../../shared/base/json.ts";
import { type ApiCallId, sellerCall } from "../contract/calls.ts";
import type { RawInput } from "../contract/validate.ts";

export interface KeptRequest {
  readonly call: ApiCallId;
  readonly url: string;
  readonly body?: string | undefined;
}

export function inputOfRequest({ call, url, body }: KeptRequest): RawInput {
  const { path, parameters } = sellerCall(call);
  const sent = pathOf(url).split("/");
  const template = path.split("/");
  // The base address may have its own path before the call's.
  const offset = sent.length - template.length;
  return {
    parameters: Object.fromEntries(
      parameters.flatMap(({ name, in: place }) => {
        const text = place === "path" ? sent[offset + template.indexOf(`{${name}}`)] : undefined;
        return text !== undefined && /^-?\d{1,15}$/u.test(text) ? [[name, Number(text)]] : [];
      }),
    ),
    ...(body !== undefined && { body: parseJson(body) }),
  };
}

export function baseOfRequest({ call, url }: KeptRequest): string {
  const parts = (url.split("?")[0] ?? "").split("/");
  // The path begins with a slash, so its first part is empty.
  return parts.slice(0, 1 - sellerCall(call).path.split("/").length).join("/");
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : "";
}
