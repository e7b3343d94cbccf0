import { dataEvents } from "../../support/modelServer/fakeUpstream.ts";
import type { ApiLab } from "./apiLab.ts";
import { chunk, head } from "./endlessUpstream.ts";

const messages = [{ role: "user", content: "hi" }];

/** What `likeOpenAi` reports. */
export const usage = {
  prompt_tokens: 9,
  completion_tokens: 3,
  total_tokens: 12,
  prompt_tokens_details: { cached_tokens: 4 },
};

/** Asks the lab for streams of its two upstreams. */
export function asksOf(lab: ApiLab) {
  return {
    askOpenAi: (fields: object = {}, init: RequestInit = {}): Promise<Response> =>
      lab.post("chat/completions", { model: "gpt", messages, stream: true, ...fields }, init),
    askAnthropic: (fields: object = {}): Promise<Response> =>
      lab.post("messages", {
        model: "claude-real",
        max_tokens: 100,
        messages,
        stream: true,
        ...fields,
      }),
  };
}

/** An upstream as OpenAI's: with usage asked for, every chunk has the field and one more comes at the end. */
export const likeOpenAi: ApiLab["openAi"]["handle"] = ({ fields }, response) => {
  const isAsked = fields["stream_options"] !== undefined;
  const chunks = [chunk({ role: "assistant", content: "" }), chunk({ content: 'a,"usage":null}' })];
  const all = [...chunks, chunk({ content: "é" }), chunk({}, "stop")];
  const marked = isAsked ? all.map((one) => ({ ...one, usage: null })) : all;
  const end = isAsked ? [{ ...head, choices: [], usage }] : [];
  const bytes = Buffer.from(`${dataEvents(...marked, ...end)}data: [DONE]\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  // In pieces that break events, names and characters.
  for (let at = 0; at < bytes.length; at += 37) {
    response.write(bytes.subarray(at, at + 37));
  }
  response.end();
};
