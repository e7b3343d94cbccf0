import { describe, expect, test } from "vitest";

import { ConversationDraft } from "../../../../src/chat/conversationDraft.ts";
import { emptyDraft } from "../../../../src/chat/conversationStore.ts";
import { decideUnsent } from "../../../../src/chat/protection/decideUnsent.ts";
import { everyOther } from "../../../../src/chat/protection/decisions.ts";
import { scanLongText } from "../../../../src/chat/protection/longText.ts";
import {
  attachmentSources,
  draftSource,
  pathSources,
  sensitiveReport,
  unsentSources,
} from "../../../../src/chat/protection/sensitiveReport.ts";
import { TextScanner } from "../../../../src/chat/protection/textScanner.ts";
import { createAttachment } from "../../../../src/context/attachment.ts";
import type { Conversation } from "../../../../src/shared/conversation/conversation.ts";
import { emptyConversation } from "../../../../src/shared/conversation/transcript.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";
import { asking, cpf, email, idOf, protectionIn, testCard } from "./streams.ts";

const scanner = new TextScanner();
const conversationId = "c1";

const clients = createAttachment(
  "a1",
  { kind: "selection", path: "data/clients.csv", languageId: "csv", startLine: 10, endLine: 12 },
  `nome;cpf\nAna;1\nRui;${cpf}\n`,
);

describe("a report", () => {
  test("tells what stands where, masked, and what waits for a decision", async () => {
    const { decisions } = protectionIn("warn");
    decisions.decide(conversationId, [idOf(email)], "allow");
    const text = `CPF ${cpf}, ${email}, card ${testCard}`;
    const { report, undecidedIds } = await sensitiveReport(
      [draftSource(text, scanner.scan(text)), ...attachmentSources([clients], scanner)],
      { mode: "warn", decisions, conversationId },
    );
    expect(
      report.values.map(({ kind, certainty, shown, place, decision }) => [
        kind,
        certainty,
        shown,
        place,
        decision,
      ]),
    ).toEqual([
      ["cpf", "certain", "***.***.247-25", { where: "draft", start: 4, end: 18 }, undefined],
      ["email", "certain", "m***@acme.com.br", { where: "draft", start: 20, end: 43 }, "allow"],
      [
        "card",
        "possible",
        "**** **** **** 1111",
        { where: "draft", start: 50, end: 69 },
        undefined,
      ],
      [
        "cpf",
        "certain",
        "***.***.247-25",
        { where: "attachment", attachmentId: "a1", name: "clients.csv", line: 12 },
        undefined,
      ],
    ]);
    expect({ total: report.total, undecided: report.undecided }).toEqual({
      total: 4,
      undecided: 1,
    });
    expect([...undecidedIds]).toEqual([idOf(cpf)]);
    expect(JSON.stringify(report)).not.toContain(`"${cpf}"`);
  });

  test("says why a value is only possible", async () => {
    const { decisions } = protectionIn("warn");
    const text = `card ${testCard}\n52998224725\nwrite to a@intranet.corporate`;
    const { report } = await sensitiveReport([draftSource(text, scanner.scan(text))], {
      mode: "warn",
      decisions,
      conversationId,
    });
    expect(report.values.map(({ kind, doubt }) => [kind, doubt])).toEqual([
      ["card", "trial"],
      ["cpf", "unnamed"],
      ["email", "ending"],
    ]);
  });

  test("lists a bounded number and counts the rest", async () => {
    const { decisions } = protectionIn("warn");
    const text = `${email}\n`.repeat(500);
    const { report } = await sensitiveReport([draftSource(text, scanner.scan(text))], {
      mode: "warn",
      decisions,
      conversationId,
    });
    expect({ listed: report.values.length, total: report.total }).toEqual({
      listed: 100,
      total: 500,
    });
  });

  test("of an answer covers all that goes out with its question", async () => {
    const { decisions } = protectionIn("mask");
    const user = { role: "user" as const, createdAt: 0, attachments: [] };
    const answer = {
      role: "assistant" as const,
      createdAt: 0,
      model: "m",
      state: "complete" as const,
      notices: [],
    };
    const conversation: Conversation = {
      title: undefined,
      leafId: "m4",
      messages: [
        { ...user, id: "m1", parentId: null, text: `CPF ${cpf}`, attachments: [clients.info] },
        {
          ...answer,
          id: "m2",
          parentId: "m1",
          parts: [
            {
              kind: "toolCall",
              callId: "x",
              step: 1,
              name: "find",
              arguments: "{}",
              state: "done",
              result: `mail ${email}`,
            },
            { kind: "text", text: "Found." },
          ],
        },
        { ...user, id: "m3", parentId: "m2", text: "And?" },
        { ...answer, id: "m4", parentId: "m3", parts: [], state: "failed" },
        { ...user, id: "m5", parentId: "m2", text: `Another branch ${email}` },
      ],
    };
    const sources = pathSources(conversation, "m3", {
      scanner,
      attachment: (id) => (id === "a1" ? clients : undefined),
    });
    const { report } = await sensitiveReport(sources, { mode: "mask", decisions, conversationId });
    expect(report.values.map(({ place }) => place.where)).toEqual([
      "message",
      "attachment",
      "tool",
    ]);
  });
});

describe("a number that is cut over two messages", () => {
  const question: Conversation = {
    ...emptyConversation,
    messages: [
      {
        id: "m1",
        role: "user",
        parentId: null,
        createdAt: 1,
        text: "CPF 529.982.",
        attachments: [],
      },
    ],
    leafId: "m1",
  };

  test("is reported in the draft and in the message, and decided in both", async () => {
    const { protection, decisions } = protectionIn("warn");
    const draft = { text: "247-25, por favor", findings: [] };
    const sources = unsentSources(draft, [], { conversation: question, scanner });
    const deps = { mode: "warn", decisions, conversationId } as const;
    const { report } = await sensitiveReport(sources, deps);
    expect(report.values.map(({ place }) => place)).toEqual([
      { where: "draft", start: 0, end: 6 },
      { where: "message", messageId: "m1", start: 4, end: 12 },
    ]);
    await decideUnsent(sources, { decision: "mask", choices: [] }, deps);
    const messages = ["CPF 529.982.", draft.text].map((content) => ({
      role: "user" as const,
      content,
    }));
    const { request, refusal } = await protection.apply({ model: "m", messages }, deps);
    expect(refusal).toBeUndefined();
    expect(request.messages.slice(1)).toEqual([
      { role: "user", content: "CPF [CPF_1]" },
      { role: "user", content: "[CPF_2], por favor" },
    ]);
  });

  test("is reported of a conversation as well", () => {
    const second = { ...question.messages[0], id: "m2", parentId: "m1", text: "247-25" };
    const conversation = { ...question, messages: [...question.messages, second] } as Conversation;
    const sources = pathSources(conversation, "m2", { scanner, attachment: () => undefined });
    expect(sources.map(({ findings }) => findings.length)).toEqual([1, 1]);
  });
});

describe("a long text", () => {
  test("is looked at in pieces, with pauses", async () => {
    const line = `CPF ${cpf} and some more words that take room\n`;
    const text = `typed\n\n${line.repeat(10_000)}`;
    let pauses = 0;
    const pause = (): Promise<void> => {
      pauses += 1;
      return Promise.resolve();
    };
    const findings = await scanLongText(text, scanner, pause);
    expect(findings.length).toBe(10_000);
    expect(findings.every(({ start, end }) => text.slice(start, end) === cpf)).toBe(true);
    expect(pauses).toBeGreaterThan(1);
  });

  test.for([-17, -9, -1, 0, 4])(
    "of one line is cut anyway, and a value at the cut is found whole, %i units from it",
    async (at) => {
      const tail = 256_000 - `CPF ${cpf}`.length - at;
      const text = `${"x ".repeat(150_000)}CPF ${cpf}${" y".repeat(128_000).slice(0, tail)}`;
      const findings = await scanLongText(text, scanner, () => Promise.resolve());
      expect(findings).toEqual([
        { kind: "cpf", certainty: "certain", start: 300_004, end: 300_018 },
      ]);
    },
  );
});

describe("decisions", () => {
  test("to mask very many values are kept as one, for all that nobody decided about", async () => {
    const { protection, decisions } = protectionIn("warn");
    decisions.decide(
      conversationId,
      Array.from({ length: 1500 }, (_, at) => `id${at}`),
      "mask",
    );
    expect([...decisions.of(conversationId)]).toEqual([[everyOther, "mask"]]);
    const { request, refusal } = await protection.apply(asking(`CPF ${cpf}`), { conversationId });
    expect(refusal).toBeUndefined();
    expect(request.messages.at(-1)?.content).toBe("CPF [CPF_1]");
  });

  test("above the limit, permissions are forgotten before a mask is", async () => {
    const { protection, decisions } = protectionIn("warn");
    decisions.decide(conversationId, [idOf(cpf)], "mask");
    const allowed = Array.from({ length: 20_000 }, (_, at) => `id${at}`);
    decisions.decide(conversationId, allowed, "allow");
    expect(decisions.of(conversationId).size).toBe(20_000);
    expect(decisions.of(conversationId).has("id0")).toBe(false);
    const { request } = await protection.apply(asking(`CPF ${cpf}`), { conversationId });
    expect(request.messages.at(-1)?.content).toBe("CPF [CPF_1]");
  });

  test("more masks than the limit mask every value that nobody decided about", async () => {
    const { protection, decisions } = protectionIn("warn");
    for (let from = 0; from < 21_000; from += 1000) {
      const ids = Array.from({ length: 1000 }, (_, at) =>
        from + at === 0 ? idOf(cpf) : `id${from + at}`,
      );
      decisions.decide(conversationId, ids, "mask");
    }
    expect(decisions.of(conversationId).size).toBeLessThanOrEqual(20_000);
    const { request } = await protection.apply(asking(`CPF ${cpf}`), { conversationId });
    expect(request.messages.at(-1)?.content).toBe("CPF [CPF_1]");
  });
});

test("a draft tells when its text changes, also when it was sent", () => {
  const deps = {
    store: new MemoryStore(),
    clock: new FakeClock(),
    onStorageFailure: () => undefined,
  };
  const draft = new ConversationDraft("c1", emptyDraft, deps);
  let told = 0;
  draft.onDidChangeText(() => {
    told += 1;
  });
  draft.setText("one", 1);
  draft.setText("late", 1);
  draft.clear(1);
  expect(told).toBe(2);
});
