import { expect, test } from "vitest";

import { createAttachment } from "../../../../../src/context/attachment.ts";
import { promptText } from "../../../../../src/context/promptText.ts";
import { type Reply, replyTo } from "../../../../../src/hubServer/lab/demo/reply.ts";
import { readChatCall } from "../../../../../src/hubServer/models/chatCall.ts";
import { promptOf } from "../../../../../src/hubServer/models/prompt.ts";

interface Message {
  readonly role: string;
  readonly content: string;
}

function replyToMessages(messages: readonly Message[], fields: object = {}): Reply {
  const body = JSON.stringify({ model: "hub-demo", messages, ...fields });
  return replyTo(promptOf(readChatCall(new TextEncoder().encode(body), "openai")));
}

function ask(content: string, fields: object = {}): string {
  const reply = replyToMessages([{ role: "user", content }], fields);
  return reply.kind === "text" ? reply.text : JSON.stringify(reply);
}

const code = `import { readFile } from "node:fs/promises";

export const limit = 10;

// TODO: handle a missing file
export async function load(path: string): Promise<string> {
  const text = await readFile(path, "utf8");
  if (text.length > limit) {
    throw new RangeError("too long");
  }
  return text;
}
`;

/** A message as the extension sends it. */
function attach(question: string, content = code): string {
  const source = {
    kind: "selection",
    path: "src/my file.ts",
    languageId: "typescript",
    startLine: 5,
    endLine: 16,
  } as const;
  return promptText(question, [createAttachment("a", source, content)]);
}

test.each(["hello", "How do I set the token?", "what is the capital of France?"])(
  "its first words say what it is: %s",
  (question) => {
    expect(ask(question)).toMatch(
      /^\*I am hub-demo: a built-in demonstration, not a language model\./u,
    );
  },
);

test.each(["Olá", "como eu troco o token?", "qual é a capital da França?", "oi, tudo bem?"])(
  "it answers in Portuguese what is asked in Portuguese: %s",
  (question) => {
    expect(ask(question)).toMatch(/^\*Sou o hub-demo: uma demonstração embutida, não um modelo/u);
  },
);

test.each([
  ["what is AI Hub?", "## What AI Hub is"],
  ["o que é o AI Hub?", "## O que é o AI Hub"],
  ["como configuro o proxy?", "## Proxies e certificados"],
  ["meus dados ficam seguros?", "## Privacidade e segurança"],
  ["how do i stop the local hub?", "## The local hub"],
  ["who are you", "## What I can do"],
  ["How do I set the token?", "## The token"],
  ["where do I paste my api key", "## The token"],
  ["Can I use ollama?", "## Real models"],
  ["How do I add a file to the context?", "## Adding code to the context"],
  ["my budget is exceeded, what now?", "## When something fails"],
  ["Is there a keyboard shortcut to send?", "## Writing and sending"],
  ["install the zip in cursor", "## Installing the extension"],
  ["where are my old conversations", "## Conversations are kept"],
  ["which flags does the hub have", "## Running the hub"],
  ["como eu troco o token?", "## O token"],
  ["como adiciono um arquivo ao contexto?", "## Adicionar código ao contexto"],
  ["onde ficam as conversas antigas?", "## As conversas ficam guardadas"],
  ["dá para usar o ollama?", "## Modelos de verdade"],
  ["como instalo o vsix?", "## Instalar a extensão"],
  ["deu erro 429, e agora?", "## Quando algo falha"],
])("it finds the page of the documentation: %s", (question, heading) => {
  expect(ask(question)).toContain(heading);
});

test("what it does not know it does not invent: it says so and names its subjects", () => {
  const answer = ask("what is the capital of France?");
  expect(answer).toContain("I found nothing about that");
  expect(answer).toContain("- The token");
});

test("it describes attached code with its lines, as the extension sends it", () => {
  const answer = ask(attach("Explain this code"));
  expect(answer).toContain("## `src/my file.ts`, lines 5–16");
  expect(answer).toContain("TypeScript · 12 lines: 9 of code, 1 of comments, 2 blank.");
  expect(answer).toContain("| `load` | function | 10–16 |");
  expect(answer).toContain("| `limit` | constant | 7 |");
  expect(answer).toContain("**Imports:** `node:fs/promises`");
  expect(answer).toContain("- line 9: TODO: handle a missing file");
  expect(answer).toContain(
    "```typescript path=src/my%20file.ts lines=10-16\nexport async function load",
  );
});

test("it quotes the place that has the words of the question", () => {
  const answer = ask(attach("Where is the RangeError thrown?"));
  expect(answer).toContain("## Where the words of your question occur");
  expect(answer).toContain('throw new RangeError("too long");');
});

test("code attached earlier can still be asked about", () => {
  const reply = replyToMessages([
    { role: "user", content: attach("Explain this code") },
    { role: "assistant", content: "…" },
    { role: "user", content: "list the functions" },
  ]);
  expect(reply).toMatchObject({ kind: "text" });
  expect(JSON.stringify(reply)).toContain("`load`");
});

test("text of a file stays text in the answer", () => {
  const answer = ask(attach("explain", "// TODO: [click](command:evil) <img src=x>\n```\n"));
  expect(answer).toContain(String.raw`TODO: \[click\](command:evil) \<img src=x\>`);
});

test("an answer that was cut off goes on exactly where it stopped", () => {
  const question = { role: "user", content: "How do I set the token?" };
  const whole = ask(question.content);
  const rest = replyToMessages([
    question,
    { role: "assistant", content: whole.slice(0, 200) },
    { role: "user", content: "Your last answer was cut off. Go on exactly where it stopped." },
  ]);
  expect(rest).toEqual({ kind: "text", text: whole.slice(200) });
});

const tools = [
  {
    type: "function",
    function: {
      name: "alterar_estoque",
      description: "Altera o estoque de um produto",
      parameters: {
        type: "object",
        properties: {
          codigo: { type: "string", description: "Código do produto" },
          quantidade: { type: "integer", description: "Nova quantidade" },
        },
        required: ["codigo", "quantidade"],
      },
    },
  },
  {
    type: "function",
    function: {
      name: "get_weather",
      description: "Current weather of a city",
      parameters: {
        type: "object",
        properties: {
          city: { type: "string" },
          unit: { type: "string", enum: ["celsius", "fahrenheit"] },
        },
        required: ["city"],
      },
    },
  },
  {
    type: "function",
    function: {
      name: "list_orders",
      description: "Lists the open orders",
      parameters: { type: "object" },
    },
  },
];

test.each([
  ["altere o estoque do 123 para 50", "alterar_estoque", { codigo: "123", quantidade: 50 }],
  ["mude para 50 o estoque do produto 123", "alterar_estoque", { codigo: "123", quantidade: 50 }],
  ["set the stock of ABC-1 to 7", "alterar_estoque", { codigo: "ABC-1", quantidade: 7 }],
  ['weather in "São Paulo" in celsius', "get_weather", { city: "São Paulo", unit: "celsius" }],
  ["What's the weather in Paris?", "get_weather", { city: "Paris" }],
  ["liste os pedidos abertos", "list_orders", {}],
])("it calls the tool that the words ask for: %s", (question, name, fields) => {
  const reply = replyToMessages([{ role: "user", content: question }], { tools });
  expect(reply).toEqual({ kind: "toolCall", name, fields });
});

test.each(["How do I set the token?", "hello", "list the commands"])(
  "it calls no tool for a question about something else: %s",
  (question) => {
    expect(replyToMessages([{ role: "user", content: question }], { tools }).kind).toBe("text");
  },
);

test("it asks for what a tool needs and the question does not say", () => {
  expect(ask("altere o estoque do produto 123", { tools })).toContain(
    "não acho nele: `quantidade`",
  );
});

test("with tool_choice none it calls no tool, with a named one only that", () => {
  const question = "altere o estoque do 123 para 50";
  expect(ask(question, { tools, tool_choice: "none" })).not.toContain("toolCall");
  const choice = { type: "function", function: { name: "list_orders" } };
  expect(ask(question, { tools, tool_choice: choice })).toContain("list_orders");
});

test("after a tool has answered it shows what the tool said, and calls nothing", () => {
  const reply = replyToMessages(
    [
      { role: "user", content: "altere o estoque do 123 para 50" },
      { role: "assistant", content: "" },
      { role: "tool", content: '{"codigo":"123","quantidade":50}' },
    ],
    { tools },
  );
  expect(reply).toMatchObject({ kind: "text" });
  expect(JSON.stringify(reply)).toContain("| quantidade | 50 |");
});

test("a question of 400 KB without sense is answered", () => {
  const content = `${"a ".repeat(200_000)}${"`".repeat(10_000)}${"[".repeat(10_000)}`;
  expect(ask(content)).toContain("hub-demo");
});
