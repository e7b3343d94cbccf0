import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { exportHtml } from "../../../src/chat/export/exportHtml.ts";
import { englishExportWords } from "../../../src/chat/export/exportWords.ts";
import type { Conversation } from "../../../src/shared/conversation/conversation.ts";
import { answer, attachment, userMessage } from "../../support/fakeHost/builders.ts";
import { takePage } from "../../support/pages/pages.ts";
import { exfiltrationPayloads, scriptPayloads } from "../markdown/payloads.ts";

let canary: Server;
let canaryUrl: string;
let folder: string;
const hits: string[] = [];

beforeAll(async () => {
  canary = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => {
    canary.listen(0, "127.0.0.1", resolve);
  });
  canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/leak`;
  folder = await mkdtemp(join(tmpdir(), "ai-hub-export-"));
});

afterAll(async () => {
  canary.closeAllConnections();
  canary.close();
  await rm(folder, { recursive: true });
});

/** A conversation in which everything that can be hostile is. */
function hostile(payloads: readonly string[]): Conversation {
  const text = payloads.join("\n\n");
  const [first = ""] = payloads;
  return {
    title: first,
    messages: [
      userMessage("u1", text, {
        attachments: payloads.map((path, index) => attachment(`f${index}`, { path, name: path })),
      }),
      answer("a1", "", {
        parentId: "u1",
        model: first,
        answeredBy: `"><img src=${canaryUrl}>`,
        parts: [
          { kind: "reasoning", text },
          { kind: "text", text },
          { kind: "text", text: payloads.map((payload) => `- ${payload}`).join("\n") },
          { kind: "text", text: payloads.map((payload) => `> # ${payload}`).join("\n") },
          {
            kind: "text",
            text: payloads
              .map((payload) => `| ${payload} | b |\n|-|-|\n| ${payload} | c |`)
              .join("\n\n"),
          },
          {
            kind: "toolCall",
            callId: "c1",
            step: 1,
            name: first,
            arguments: text,
            result: text,
            state: "done",
          },
        ],
      }),
    ],
    leafId: "a1",
  };
}

test.each([
  ["under its own policy", false],
  ["even where its policy is not honoured", true],
])("an exported page runs nothing and fetches nothing, %s", async (_how, bypassCSP) => {
  const payloads = [...exfiltrationPayloads(canaryUrl), ...scriptPayloads];
  const file = join(folder, `${bypassCSP}.html`);
  await writeFile(file, await exportHtml(hostile(payloads), englishExportWords));
  const { page } = await takePage({ context: { bypassCSP }, width: 1280, height: 720 });
  const foreign: string[] = [];
  const dialogs: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) {
      foreign.push(request.url());
    }
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(file).href);
  await page.waitForLoadState("networkidle");
  for (const details of await page.locator("summary").all()) {
    await details.click();
  }
  await page.waitForLoadState("networkidle");
  const elements = await page.evaluate(() =>
    Array.from(document.querySelectorAll("body *"), ({ localName, attributes }) => ({
      localName,
      handlers: Array.from(attributes, ({ name }) => name).filter((name) =>
        /^on|^src|style/u.test(name),
      ),
    })),
  );
  expect(elements.length).toBeGreaterThan(payloads.length);
  expect(elements.flatMap(({ handlers }) => handlers)).toEqual([]);
  const plain =
    "main h1 h2 h3 h4 h5 h6 article header time p ul ol li pre code details summary blockquote table thead tbody tr th td a strong em del hr br";
  const known = new Set(plain.split(" "));
  expect(elements.filter(({ localName }) => !known.has(localName))).toEqual([]);
  await expect.poll(() => page.getByText("alert(").count()).toBeGreaterThan(0);
  expect({ hits, foreign, dialogs }).toEqual({ hits: [], foreign: [], dialogs: [] });
});
