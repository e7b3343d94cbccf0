import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { SensitiveReport } from "../../../src/shared/calls/protectionCalls.ts";
import type { SensitiveValue } from "../../../src/shared/guarded/protection.ts";
import {
  answer,
  attachment,
  readyView,
  snapshot,
  userMessage,
} from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions } from "../../support/fakeHost/chatPage.ts";
import { hostOf, type HostHandle } from "../../support/fakeHost/hostHandle.ts";

export const cpf = "529.982.247-25";
export const card = "4111 1111 1111 1111";
export const text = `The customer with CPF ${cpf} paid with ${card}.\nWhy does the import fail?`;

export const message = (page: Page) => page.getByRole("textbox", { name: /^(Message|Mensagem)$/u });

function valueAt(
  place: SensitiveValue["place"],
  more: Partial<SensitiveValue> = {},
): SensitiveValue {
  return {
    id: "h1",
    kind: "cpf",
    certainty: "certain",
    shown: "***.***.247-25",
    place,
    ...more,
  };
}

export const start = text.indexOf(cpf);
const inText = valueAt({ where: "draft", start, end: start + cpf.length });
const testNumber = valueAt(
  { where: "draft", start: text.indexOf(card), end: text.indexOf(card) + card.length },
  { id: "h2", kind: "card", certainty: "possible", doubt: "trial", shown: "**** **** **** 1111" },
);
const inFile = valueAt(
  { where: "attachment", attachmentId: "a1", name: "clientes.csv", line: 12 },
  { id: "h3", kind: "email", shown: "m***@acme.com.br" },
);

export function report(more: Partial<SensitiveReport> = {}): SensitiveReport {
  const values = [inText, testNumber, inFile];
  return { mode: "warn", values, total: 3, undecided: 2, ...more };
}

const ways = ["sendMessage", "queueMessage", "sendToCompare"] as const;

/** The host's answer to a message: what needs a decision is asked about, else the message is taken. */
function asksFirst(shown: SensitiveReport): unknown {
  const asks = shown.undecided > 0 && shown.mode !== "mask" && shown.mode !== "off";
  return asks
    ? { ok: false, reason: "decideFirst", report: { ...shown, draftVersion: 1 } }
    : { ok: true };
}

interface Opened {
  readonly page: Page;
  readonly host: HostHandle;
  readonly problems: string[];
}

/** A page with the draft above, of which the host has found the three values. */
export async function openWithFindings(
  options: Partial<OpenOptions> = {},
  shown: SensitiveReport = report(),
): Promise<Opened> {
  const { page, problems } = await openChat({
    snapshot: snapshot({
      draft: text,
      draftVersion: 1,
      view: {
        ...readyView,
        attachments: [
          attachment("a1", {
            kind: "file",
            name: "clientes.csv",
            path: "data/clientes.csv",
            startLine: undefined,
            endLine: undefined,
          }),
        ],
      },
    }),
    ...options,
  });
  const host = hostOf(page);
  await message(page).waitFor();
  await expect.poll(() => message(page).inputValue()).toBe(text);
  for (const way of ways) {
    await host.setResult(way, asksFirst(shown));
  }
  await host.tell("showSensitive", {
    conversationId: "c1",
    report: { ...shown, draftVersion: 1 },
  });
  return { page, host, problems };
}

const blocked = [
  userMessage("m1", text),
  answer("m2", "", {
    parentId: "m1",
    state: "failed",
    failure: { kind: "dlp_request", dlpFindings: [{ type: "cpf", count: 1 }] },
  }),
];
const inMessage = valueAt({
  where: "message",
  messageId: "m1",
  start,
  end: start + cpf.length,
});

export async function openBlocked(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page, problems } = await openChat({
    snapshot: snapshot({ messages: blocked }),
    results: { checkMessage: { mode: "warn", values: [inMessage], total: 1, undecided: 1 } },
    ...options,
  });
  return { page, host: hostOf(page), problems };
}

const routed = [
  userMessage("m1", text),
  answer("m2", "The import fails at the last row.", {
    parentId: "m1",
    notices: [
      { kind: "dlp_routed", hubCode: "gpt-x-large", dlpFindings: [{ type: "cpf", count: 1 }] },
      { kind: "dlp_answer_masked", dlpFindings: [{ type: "cpf", count: 2 }] },
    ],
  }),
];

/** A page with an answer that a model in house gave, and in which the hub masked values. */
export async function openRouted(options: Partial<OpenOptions> = {}): Promise<Opened> {
  const { page, problems } = await openChat({
    snapshot: snapshot({ messages: routed }),
    ...options,
  });
  return { page, host: hostOf(page), problems };
}
