/** Every field of the formats that carries text, by the path that must be told. */
export const fields: Readonly<Record<string, (value: string) => Record<string, unknown>>> = {
  "messages[0].content": (value) => ({ messages: [{ role: "user", content: value }] }),
  "messages[0].content[1].text": (value) => ({
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Veja:" },
          { type: "text", text: value },
        ],
      },
    ],
  }),
  "messages[0].name": (value) => ({ messages: [{ role: "user", name: value, content: "oi" }] }),
  "messages[0].reasoning_content": (value) => ({
    messages: [{ role: "assistant", content: null, reasoning_content: value }],
  }),
  "messages[0].tool_calls[0].function.arguments": (value) => ({
    messages: [
      {
        role: "assistant",
        tool_calls: [
          {
            id: "c1",
            type: "function",
            function: { name: "f", arguments: JSON.stringify({ q: value }) },
          },
        ],
      },
    ],
  }),
  "messages[0].content[0].file.filename": (value) => ({
    messages: [
      { role: "user", content: [{ type: "file", file: { filename: value, file_id: "f1" } }] },
    ],
  }),
  "messages[0].content[0].image_url.url": (value) => ({
    messages: [
      {
        role: "user",
        content: [
          {
            type: "image_url",
            image_url: { url: `https://loja.com.br/?q=${encodeURIComponent(value)}` },
          },
        ],
      },
    ],
  }),
  "messages[0].content[0].file.file_data": (value) => ({
    messages: [
      {
        role: "user",
        content: [{ type: "file", file: { file_data: `data:text/plain;base64,${base64(value)}` } }],
      },
    ],
  }),
  system: (value) => ({ system: value, messages: [] }),
  "system[0].text": (value) => ({ system: [{ type: "text", text: value }], messages: [] }),
  "messages[0].content[0].input.query": (value) => ({
    messages: [
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "t", name: "f", input: { query: value } }],
      },
    ],
  }),
  "messages[0].content[0].content": (value) => ({
    messages: [
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: value }] },
    ],
  }),
  "messages[0].content[0].content[0].text": (value) => ({
    messages: [
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: value }] },
        ],
      },
    ],
  }),
  "messages[0].content[0].source.data": (value) => ({
    messages: [
      {
        role: "user",
        content: [
          {
            type: "document",
            source: { type: "base64", media_type: "text/plain", data: base64(value) },
          },
        ],
      },
    ],
  }),
  "tools[0].function.description": (value) => ({
    tools: [{ type: "function", function: { name: "f", description: value, parameters: {} } }],
  }),
  "tools[0].input_schema.properties.q.description": (value) => ({
    tools: [{ name: "f", input_schema: { properties: { q: { description: value } } } }],
  }),
  input: (value) => ({ input: value }),
  "input[1]": (value) => ({ input: ["a", value] }),
  "metadata.user_id": (value) => ({ metadata: { user_id: JSON.stringify({ note: value }) } }),
  "some.field_of.tomorrow[0][0]": (value) => ({ some: { field_of: { tomorrow: [[value]] } } }),
  "stop[0]": (value) => ({ stop: [value] }),
};

export function base64(value: string): string {
  return Buffer.from(value).toString("base64");
}
