import { deflateSync } from "node:zlib";

import type { Locator, Page } from "playwright-core";

import type { Queue } from "../../../src/shared/calls/turnsCalls.ts";
import type { AttachmentInfo } from "../../../src/shared/conversation/conversation.ts";
import {
  answer,
  model,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

export interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
  readonly problems: string[];
}

export async function openPage(options: OpenOptions): Promise<Opened> {
  const { page, problems } = await openChat(options);
  await page.getByRole("textbox", { name: /Message|Mensagem/u }).waitFor();
  return { page, host: hostOf(page), problems };
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

export const isFocused = (one: Locator) =>
  one.evaluate((element) => element === document.activeElement);

export const running = {
  ...readyView,
  turn: { state: "running", messageId: "m2" },
} as const;

export const streaming = snapshot({
  messages: [
    userMessage("m1", "Question"),
    answer("m2", "Half an", { parentId: "m1", state: "streaming" }),
  ],
  view: running,
});

export const answered = snapshot({
  messages: [userMessage("m1", "Question"), answer("m2", "Some *words* to quote.\n\nMore.")],
});

export const models = [model("alpha"), model("beta"), model("gamma"), model("delta")];

export const queueOf = (...texts: readonly string[]): Queue => ({
  conversationId: "c1",
  messages: texts.map((text, index) => ({
    id: `q${index}`,
    text,
    attachments: [],
    ...(index === 1 ? { model: "alpha-1", modelName: "Alpha One" } : { model: "gpt-x-large" }),
  })),
});

export const compared = (more: { readonly isWide?: boolean } = {}): OpenOptions => ({
  ...(more.isWide === true && { width: 1000, place: "editor" }),
  snapshot: snapshot({
    messages: [
      userMessage("m1", "Why does this test hang?"),
      ...["alpha", "beta", "gamma"].map((name, index) =>
        answer(
          `a${index}`,
          index === 2
            ? ""
            : `The answer of **${name}**: the timer is never cleared.\n\n\`\`\`ts\nclearTimeout(timer);\n\`\`\``,
          {
            parentId: "m1",
            model: name,
            comparisonId: "cmp",
            usage: { inputTokens: 1200, outputTokens: 90, cost: "0.004", currency: "BRL" },
            firstTextMs: 620,
            durationMs: 2400,
            ...(index === 2 && { state: "failed", failure: { kind: "overloaded" } }),
          },
        ),
      ),
    ],
    branches: {
      a0: { index: 0, count: 3 },
      a1: { index: 1, count: 3 },
      a2: { index: 2, count: 3 },
    },
  }),
});

/** A PNG of one colour with a see-through stripe, as a browser can draw it. */
export function png(width: number, height: number): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, (_, x) => Buffer.from([40, 120, 200, x % 8 === 0 ? 0 : 255])),
  ]);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

function crc(bytes: Buffer): number {
  let value = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = (value >>> 1) ^ (value & 1 ? 0xed_b8_83_20 : 0);
    }
  }
  return ~value >>> 0;
}

export const picture = (id: string, more: Partial<AttachmentInfo> = {}): AttachmentInfo => ({
  id,
  kind: "image",
  name: "error.png",
  path: "error.png",
  languageId: "",
  size: 48_000,
  mimeType: "image/png",
  width: 640,
  height: 360,
  ...more,
});

export const smallPng = {
  image: { mimeType: "image/png", base64: png(64, 36).toString("base64") },
};

export async function paste(page: Page, file: { name: string; type: string; bytes: Buffer }) {
  await page.evaluate(
    ([name, type, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type }));
      document
        .querySelector(".message-field")
        ?.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
    },
    [file.name, file.type, file.bytes.toString("base64")] as const,
  );
}
