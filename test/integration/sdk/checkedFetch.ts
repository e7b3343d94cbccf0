import { checkSdkType, type SdkType } from "./sdkSchemas.ts";

/** What each route answers with: whole, and event by event. */
const types = new Map<string, { readonly whole: SdkType; readonly event?: SdkType }>([
  ["/hub/v1/chat/completions", { whole: "ChatCompletion", event: "ChatCompletionChunk" }],
  ["/hub/v1/responses", { whole: "ResponseStreamEvent", event: "ResponseStreamEvent" }],
  ["/hub/v1/messages", { whole: "Message", event: "RawMessageStreamEvent" }],
  ["/hub/v1/messages/count_tokens", { whole: "MessageTokensCount" }],
  ["/hub/v1/embeddings", { whole: "CreateEmbeddingResponse" }],
]);

/** A fetch that holds every answer of the hub against what the SDKs declare before it hands it on. */
export class CheckedFetch {
  /** How many whole answers, events and errors were checked. */
  checked = 0;

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init);
    const text = await response.text();
    this.#check(new URL(response.url).pathname, response, text);
    return new Response(text, { status: response.status, headers: response.headers });
  };

  #check(path: string, response: Response, text: string): void {
    const type = types.get(path);
    if (!type) {
      return;
    }
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (!response.ok) {
      this.#checkError(path, JSON.parse(text));
    } else if (isStream && type.event !== undefined) {
      for (const data of dataOf(text)) {
        this.#checkEvent(path, type.event, data);
      }
    } else {
      // The declarations know embeddings as the SDK hands them out, after it has decoded them.
      const decoded = text.replaceAll(/"embedding":"[^"]*"/gu, '"embedding":[]');
      const value: unknown = JSON.parse(decoded);
      // The declarations have no whole response by a name of its own.
      const isResponse = type.whole === "ResponseStreamEvent";
      const completed = { type: "response.completed", sequence_number: 0, response: value };
      this.#add(type.whole, isResponse ? completed : value);
    }
  }

  #checkEvent(path: string, type: SdkType, data: string): void {
    if (data === "[DONE]") {
      return;
    }
    const value = JSON.parse(data) as { readonly type?: string; readonly error?: unknown };
    if (value.error !== undefined) {
      this.#checkError(path, value);
    } else if (value.type !== "ping") {
      this.#add(type, value);
    }
  }

  #checkError(path: string, value: unknown): void {
    if (path.startsWith("/hub/v1/messages")) {
      this.#add("ErrorResponse", value);
      return;
    }
    const { error } = value as { readonly error?: object };
    for (const name of ["message", "type", "param", "code"]) {
      if (!Object.hasOwn(error ?? {}, name)) {
        throw new Error(`An error has no "${name}": ${JSON.stringify(value)}`);
      }
    }
    this.checked += 1;
  }

  #add(type: SdkType, value: unknown): void {
    checkSdkType(type, value);
    this.checked += 1;
  }
}

function dataOf(text: string): readonly string[] {
  return [...text.matchAll(/^data: (.*)$/gmu)].map(([, data = ""]) => data);
}
