import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Snapshot } from "../../../src/shared/calls/protocol.ts";
import {
  answer,
  attachment,
  model,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions, type OpenPage } from "../../support/fakeHost/chatPage.ts";
import { historyScenes } from "./historyScenes.ts";

const longAnswer = `The timer is never cleared when the request **fails first**, so the test waits for it.

\`\`\`typescript path=src/retry.ts lines=12-18
const timer = setTimeout(() => controller.abort(), timeoutMs);
try {
  return await fetch(url, { signal: controller.signal });
} finally {
  clearTimeout(timer); // also when fetch rejects
}
\`\`\`

Two things to check afterwards:

1. That \`attempt\` is counted once.
2. That the [RFC on \`Retry-After\`](https://www.rfc-editor.org/rfc/rfc9110) is followed.

| Case | Before | After |
| --- | ---: | ---: |
| fails at once | 30 s | 0.1 s |
| answers | 0.2 s | 0.2 s |
`;

const question = userMessage("m1", "Why does this test hang?", {
  attachments: [
    attachment("a1"),
    attachment("a2", { name: "retry.test.ts", startLine: 3, endLine: 3 }),
  ],
});

const complete = answer("m2", longAnswer, {
  parts: [
    { kind: "reasoning", text: "The timer is set before fetch." },
    { kind: "text", text: longAnswer },
  ],
  usage: { inputTokens: 12_400, outputTokens: 380, cost: "0.03", currency: "BRL" },
  firstTextMs: 620,
});

const unreachable = { kind: "refused", host: "hub.example.com" } as const;

const inHour = Date.now() + 42_000;

/** A conversation with every part that an answer usually has. */
export const answered = snapshot({
  messages: [
    userMessage("m1", "Question", { attachments: [attachment("a1")] }),
    answer(
      "m2",
      "# Title\n\nText with `code`.\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n",
      {
        notices: [{ kind: "dlp_alert" }],
        usage: { inputTokens: 10, outputTokens: 20 },
      },
    ),
    userMessage("m3", "And now?"),
    answer("m4", "", {
      parentId: "m3",
      state: "failed",
      failure: { kind: "overloaded", requestId: "r1" },
    }),
  ],
  branches: { m2: { index: 0, count: 2 } },
  view: { ...readyView, attachments: [attachment("a2", { invisibleCharacters: 3 })] },
});

interface Scene {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Every state of the chat that is drawn. */
export const chatScenes: readonly Scene[] = [
  {
    name: "first-use",
    snapshot: snapshot({ view: { ...readyView, connection: { state: "needsBaseUrl" } } }),
  },
  {
    name: "token",
    snapshot: snapshot({
      view: {
        ...readyView,
        connection: {
          state: "needsToken",
          baseUrl: "https://hub.example.com",
          host: "hub.example.com",
        },
      },
    }),
  },
  {
    name: "fixed-address",
    snapshot: snapshot({
      view: {
        ...readyView,
        canSignIn: true,
        isAddressLocked: true,
        connection: {
          state: "needsToken",
          baseUrl: "https://hub.example.com",
          host: "hub.example.com",
        },
      },
    }),
  },
  {
    name: "bad-address",
    snapshot: snapshot({
      view: {
        ...readyView,
        connection: {
          state: "badBaseUrl",
          value: "http://hub.example.com",
          reason: "insecureHttp",
        },
      },
    }),
  },
  { name: "empty", snapshot: snapshot() },
  { name: "conversation", snapshot: answered },
  {
    name: "unreachable",
    snapshot: snapshot({ view: { ...readyView, hubProblem: unreachable } }),
  },
  {
    name: "unreachable-conversation",
    snapshot: snapshot({
      messages: [question, complete],
      view: { ...readyView, hubProblem: unreachable },
    }),
  },
  {
    name: "streaming",
    snapshot: snapshot({
      messages: [
        question,
        answer("m2", longAnswer.slice(0, 260), {
          state: "streaming",
          parts: [
            { kind: "reasoning", text: "…" },
            { kind: "text", text: longAnswer.slice(0, 260) },
          ],
        }),
      ],
      view: { ...readyView, turn: { state: "running", messageId: "m2" } },
    }),
  },
  {
    name: "complete",
    snapshot: snapshot({
      messages: [question, complete],
      branches: { m2: { index: 1, count: 3 } },
    }),
    prepare: (page) =>
      page.getByRole("button", { name: /^(?:Regenerate|Gerar de novo)$/u }).focus(),
  },
  {
    name: "failed",
    snapshot: snapshot({
      messages: [
        question,
        answer("m2", "", {
          state: "failed",
          failure: {
            kind: "auth_invalid",
            httpStatus: 401,
            hubCode: "invalid_api_key",
            requestId: "req_8Zk2",
            raw: "Incorrect API key provided: sk_hub_…",
          },
        }),
      ],
    }),
    prepare: (page) => page.getByText(/^(Details|Detalhes)$/u).click(),
  },
  {
    name: "incomplete",
    snapshot: snapshot({
      messages: [
        question,
        answer("m2", longAnswer.slice(0, 320), {
          state: "incomplete",
          failure: { kind: "truncated", requestId: "req_8Zk2" },
          notices: [{ kind: "dlp_alert", dlpFindings: [{ type: "cpf", count: 2 }] }],
        }),
      ],
    }),
  },
  {
    name: "rate-limited",
    snapshot: snapshot({
      messages: [
        question,
        answer("m2", "", {
          state: "failed",
          failure: { kind: "rate_limited", httpStatus: 429, retryAt: inHour, scope: "token" },
        }),
      ],
    }),
  },
  {
    name: "waiting",
    snapshot: snapshot({
      messages: [question, answer("m2", "", { state: "streaming" })],
      view: {
        ...readyView,
        turn: {
          state: "running",
          messageId: "m2",
          progress: { kind: "waiting", since: Date.now() - 14_000 },
        },
      },
    }),
  },
  {
    name: "models",
    snapshot: snapshot({ messages: [question, complete] }),
    prepare: async (page) => {
      await page.getByRole("combobox", { name: /^(Model|Modelo)$/u }).click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "context",
    snapshot: snapshot({
      draft: "Which of these two is right, and why?\nAnswer in one paragraph.",
      view: {
        ...readyView,
        attachments: [
          attachment("a1"),
          attachment("a2", {
            kind: "file",
            name: "a-file-with-quite-a-long-name.generated.ts",
            startLine: undefined,
            endLine: undefined,
            size: 240_000,
          }),
          attachment("a3", {
            name: "prompt.md",
            startLine: 1,
            endLine: 2,
            invisibleCharacters: 40,
          }),
        ],
      },
    }),
  },
  {
    name: "editing",
    snapshot: snapshot({ messages: [question, complete] }),
    prepare: async (page) => {
      await page.getByRole("textbox").last().press("ArrowUp");
      await page.evaluate(() => document.querySelector(".scroller")?.scrollTo(0, 0));
    },
  },
  ...historyScenes(snapshot({ messages: [question, complete] })),
];

const models = [
  model("gpt-x-large", {
    name: "GPT X Large",
    contextLength: 128_000,
    capabilities: { tools: true, vision: true, reasoning: true },
  }),
  model("claude-y", { contextLength: 200_000, capabilities: { tools: true } }),
  model("qwen-coder:7b", { capabilities: {} }),
  model("old-one", {
    contextLength: 8192,
    capabilities: { tools: false, vision: false, reasoning: false },
  }),
];

/** A page that shows the scene, with all its code loaded. */
export async function openScene(
  scene: Scene,
  options: Partial<OpenOptions> = {},
): Promise<OpenPage> {
  const opened = await openChat({ snapshot: scene.snapshot, models, height: 640, ...options });
  const { page } = opened;
  await page.getByRole("region", { name: /AI Hub/u }).waitFor();
  // The page is there before its conversation; a key that is pressed between the two finds nothing to act on.
  await expect
    .poll(() => page.locator("[data-message-id]").count())
    .toBe(scene.snapshot.messages.length);
  await scene.prepare?.(page);
  // The conversation's code comes after the page.
  await expect.poll(() => page.locator(".log-frame:empty").count()).toBe(0);
  return opened;
}
