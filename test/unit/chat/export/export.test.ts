import { expect, test } from "vitest";

import { exportHtml } from "../../../../src/chat/export/exportHtml.ts";
import { exportJson } from "../../../../src/chat/export/exportJson.ts";
import { exportMarkdown } from "../../../../src/chat/export/exportMarkdown.ts";
import { englishExportWords } from "../../../../src/chat/export/exportWords.ts";
import { importJson } from "../../../../src/chat/export/importJson.ts";
import { markdownHtml } from "../../../../src/chat/export/markdownHtml.ts";
import { newTally } from "../../../../src/chat/export/shareable.ts";
import { createAttachment } from "../../../../src/context/attachment.ts";
import type { Conversation, Message } from "../../../../src/shared/conversation/conversation.ts";
import {
  emptyConversation,
  reduce,
  messageText,
  visiblePath,
} from "../../../../src/shared/conversation/transcript.ts";
import { answer, attachment, userMessage } from "../../../support/fakeHost/builders.ts";

const token = "sk_hub_CANARY0123456789";
const cpf = "529.982.247-25";

const file = createAttachment(
  "f1",
  { kind: "file", path: "src/a.ts", uri: "file:///home/me/src/a.ts", languageId: "typescript" },
  `const key = "${token}"; // CPF ${cpf}, as base64 ${btoa(`cpf ${cpf}`)}`,
);

const chained = (...messages: Message[]): Conversation => ({
  title: "A chat",
  messages: messages.map((message, index) => ({
    ...message,
    parentId: messages[index - 1]?.id ?? null,
  })),
  leafId: messages.at(-1)?.id ?? null,
});

const conversation = chained(
  userMessage("u1", `My CPF is ${cpf}, my key ${token}`, { attachments: [file.info] }),
  answer("a1", `Keep ${token} secret.\n\n\`\`\`ts\nlet a = 1 < 2;\n\`\`\``, {
    failure: { kind: "rate_limited", raw: token },
    state: "incomplete",
  }),
);

let ids = 0;
const newId = (): string => `new-${(ids += 1)}`;

function imported(text: string): Conversation {
  const result = importJson(text, newId);
  return result.ok ? result.events.reduce(reduce, emptyConversation) : emptyConversation;
}

test("no format carries a token, personal data that is recognised, or a path of this machine", async () => {
  const exported = [
    exportMarkdown(conversation, englishExportWords),
    await exportHtml(conversation, englishExportWords),
    exportJson(conversation, [file], 0),
  ];
  for (const text of exported) {
    expect(text).toContain("My CPF is");
    expect(text).not.toContain("CANARY");
    expect(text).not.toContain(cpf);
    expect(text).not.toContain(btoa(`cpf ${cpf}`));
    expect(text).not.toContain("/home/me");
  }
});

test("what was exported as JSON comes back with other ids and the same words and branches", () => {
  const edited: Conversation = {
    ...conversation,
    messages: [...conversation.messages, userMessage("u2", "Edited", { parentId: null })],
    leafId: "a1",
  };
  const text = exportJson(edited, [file], 0);
  const result = importJson(text, newId);
  const back = result.ok ? result.events.reduce(reduce, emptyConversation) : emptyConversation;
  expect(back.title).toBe("A chat");
  expect(back.messages).toHaveLength(3);
  expect(visiblePath(back).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(back.messages.map(({ id }) => id)).not.toContain("u1");
  expect(back.messages.map(messageText)[2]).toBe("Edited");
  const [question] = visiblePath(back);
  const [info] = question?.role === "user" ? question.attachments : [];
  expect(result.ok && result.attachments.map(({ info: { id } }) => id)).toEqual([info?.id]);
  expect(info).not.toHaveProperty("uri");
});

test("a file says in how many places it is masked, and so does what is imported from it", () => {
  const tally = newTally();
  const result = importJson(exportJson(conversation, [file], 0, tally), newId);
  expect({ tally, masked: result.ok && result.masked }).toEqual({
    tally: { masked: 6, values: 3, keepsValues: false },
    masked: 6,
  });
  const clean = importJson(exportJson(chained(userMessage("u1", "Hi")), [], 0), newId);
  expect(clean.ok && clean.masked).toBe(0);
});

test("personal data that the person wants in the file is there, a token never", async () => {
  const tally = newTally(true);
  const exported = [
    exportMarkdown(conversation, englishExportWords, tally),
    await exportHtml(conversation, englishExportWords, tally),
    exportJson(conversation, [file], 0, tally),
  ];
  for (const text of exported) {
    expect(text).toContain(cpf);
    expect(text).not.toContain("CANARY");
  }
});

test.each([
  ["no JSON", "hello", "notOurs"],
  ["JSON of something else", '{"messages":[]}', "notOurs"],
  ["of a newer version", '{"format":"ai-hub-conversation","version":2}', "newer"],
  ["damaged", '{"format":"ai-hub-conversation","version":1,"messages":"none"}', "damaged"],
  ["without a message", exportJson(emptyConversation, [], 0), "damaged"],
])("a file that is %s is refused", (_what, text, problem) => {
  expect(importJson(text, newId)).toEqual({ ok: false, problem });
});

test("messages that follow each other in a circle, or twice the same, become a conversation all the same", () => {
  const circle = exportJson(
    {
      title: "Circle",
      messages: [
        userMessage("u1", "one", { parentId: "u2" }),
        userMessage("u2", "two", { parentId: "u1" }),
        userMessage("u1", "again"),
      ],
      leafId: "u2",
    },
    [],
    0,
  );
  expect(visiblePath(imported(circle)).map(messageText)).toEqual(["one", "two"]);
});

test("an import approves nothing and waits for nothing", () => {
  const call = {
    kind: "toolCall",
    callId: "c1",
    step: 1,
    name: "cancel_order",
    arguments: "{}",
  } as const;
  const open = chained(
    userMessage("u1", "Hi"),
    answer("a1", "", {
      state: "streaming",
      parts: [
        { ...call, state: "waiting" },
        { ...call, callId: "c2", state: "running" },
      ],
    }),
  );
  expect(imported(exportJson(open, [], 0)).messages.at(-1)).toMatchObject({
    state: "incomplete",
    parts: [{ state: "refused" }, { state: "unknown" }],
  });
});

test("the HTML document runs nothing, fetches nothing and shows hostile text as text", async () => {
  const hostile =
    '<script>alert(1)</script><img src=x onerror=alert(1)> ![i](https://evil/x.png) [l](javascript:alert(1)) [ok](https://example.com/?a=1&b="2")';
  const html = await exportHtml(
    chained(
      userMessage("u1", hostile, { attachments: [attachment("f", { path: '"><script>' })] }),
      answer("a1", hostile, { model: "<b>model</b>" }),
    ),
    englishExportWords,
  );
  const tags = new Set([...html.matchAll(/<([a-z0-9]+)[\s>]/giu)].map(([, tag]) => tag));
  expect(tags).not.toContain("script");
  expect(tags).not.toContain("img");
  expect(tags).not.toContain("b");
  expect(html).not.toMatch(/\s(?:src|style|on\w+)\s*=\s*["']/iu);
  const links = [...html.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href);
  expect(links).toEqual(["https://example.com/?a=1&amp;b=&quot;2&quot;"]);
  expect(html).toContain("default-src 'none'; style-src 'sha256-");
});

test.each([
  ["spaces before a word", `${" ".repeat(200_000)}x`],
  ["spaces under a head of a table", `a|b\n${" ".repeat(200_000)}x`],
  ["a rule of a table that is none", `a|b\n|-${" ".repeat(200_000)}x`],
  ["spaces in a heading", `# a${" ".repeat(200_000)}b\rc`],
  ["tabs in an item", `-${"\t".repeat(200_000)}a\rb`],
  ["closing marks that close nothing", `# ${"# ".repeat(100_000)}x`],
  ["parts to fold that never end", "<details>\n".repeat(50_000)],
  ["parts to fold, one after the other", "<details>\n</details>\n".repeat(20_000)],
  ["spaces in a part to fold", `<details${" ".repeat(200_000)}x`],
  ["many references to footnotes", `[^a]: b\n\n${"[^a] ".repeat(50_000)}`],
  ["many small blocks of code", "```\n```\n".repeat(50_000)],
])("a long line does not hold the export up: %s", (_what, markdown) => {
  expect(markdownHtml(markdown, englishExportWords)).toMatch(/^</u);
});

test("the usual Markdown is drawn", () => {
  const markdown = `# Head

Some *soft* and **hard** \`code <b>\`.

- one
  - inner
- [x] two

1. first

> quoted

| a | b |
| - | - |
| 1 | \`2\` |

~~~
<raw>
~~~`;
  expect(markdownHtml(markdown, englishExportWords)).toBe(
    [
      "<h3>Head</h3>",
      "<p>Some <em>soft</em> and <strong>hard</strong> <code>code &lt;b&gt;</code>.</p>",
      "<ul><li>one<ul><li>inner</li></ul></li><li>☑ two</li></ul>",
      "<ol><li>first</li></ol>",
      "<blockquote><p>quoted</p></blockquote>",
      "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table>",
      "<pre><code>&lt;raw&gt;</code></pre>",
    ].join("\n"),
  );
});

test("alerts and keys are drawn as elements, and other tags stay text", () => {
  expect(
    markdownHtml(
      "> [!warning]\n> Press <kbd>Ctrl</kbd>.\n\n<kbd onclick=x>no</kbd> <b>no</b>",
      englishExportWords,
    ),
  ).toBe(
    [
      "<blockquote><p><strong>Warning</strong></p><p>Press <kbd>Ctrl</kbd>.</p></blockquote>",
      "<p>&lt;kbd onclick=x&gt;no&lt;/kbd&gt; &lt;b&gt;no&lt;/b&gt;</p>",
    ].join("\n"),
  );
});

test("parts to fold and footnotes are drawn, and what no note defines stays text", () => {
  const markdown = `Text[^1] and [^x]<script>.
<details><summary>More *of* it</summary>

- inner[^1]

~~~
</details>
~~~

<details open>
<summary onclick=x>no</summary>
deep
</details>
</details>
After.

[^1]: The *note*.`;
  expect(markdownHtml(markdown, englishExportWords)).toBe(
    [
      "<p>Text<sup>1</sup> and [^x]&lt;script&gt;.</p>",
      "<details><summary>More <em>of</em> it</summary><ul><li>inner<sup>1</sup></li></ul>",
      "<pre><code>&lt;/details&gt;</code></pre>",
      "<details><p>&lt;summary onclick=x&gt;no&lt;/summary&gt;\ndeep</p></details></details>",
      "<p>After.</p>",
      '<p class="note"><sup>1</sup> The <em>note</em>.</p>',
    ].join("\n"),
  );
});

test("a Markdown block keeps the blocks that its own fences of the same length hold", () => {
  const markdown = "```md\n# A\n```ts\nlet a;\n```\nEnd\n```\nAfter";
  expect(markdownHtml(markdown, englishExportWords)).toBe(
    "<pre><code># A\n```ts\nlet a;\n```\nEnd</code></pre>\n<p>After</p>",
  );
});
