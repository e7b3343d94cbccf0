import { expect, test } from "vitest";

import { createRouter } from "../../../src/hubServer/api/router.ts";
import { jsonResponse } from "../../../src/hubServer/http/message.ts";

const find = createRouter([
  { method: "POST", path: "/hub/v1/messages", access: "open", handle: () => jsonResponse(200, {}) },
]);

test.each([
  ["/v1/chat/completions", "check the base URL"],
  ["/hub/v1/v1/messages", "check the base URL"],
  ["/hub/v1/messages/", "check the base URL"],
  ["/v1/responses", "check the base URL"],
  ["/v1beta/models/gemini:generateContent", "It has no Gemini API: its API is at /hub/v1, with"],
  ["/v1beta/models/gemini:streamGenerateContent", "/chat/completions, /responses, /messages"],
  ["/hub/v1/images/generations", "no API for images"],
  ["/hub/v1/audio/speech", "no API for sound"],
  ["/hub/v1/rerank", "no API for ranking"],
  ["/api/chat", "no Ollama API"],
  ["/hub/elsewhere", "address of the hub."],
])("a client with a wrong address is told what to set: %s", (path, hint) => {
  expect(() => find({ method: "POST", path })).toThrow(hint);
});
