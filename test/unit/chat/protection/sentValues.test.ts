import { describe, expect, test } from "vitest";

import { exportJson } from "../../../../src/chat/export/exportJson.ts";
import { importJson } from "../../../../src/chat/export/importJson.ts";
import { protectedStream } from "../../../../src/chat/protection/protectedStream.ts";
import { sentValues } from "../../../../src/chat/protection/sentValues.ts";
import { TextScanner } from "../../../../src/chat/protection/textScanner.ts";
import type { StreamChat } from "../../../../src/chat/turn.ts";
import { createAttachment } from "../../../../src/context/attachment.ts";
import type { SentValues } from "../../../../src/shared/calls/protectionCalls.ts";
import type { Conversation } from "../../../../src/shared/conversation/conversation.ts";
import type { DlpMode } from "../../../../src/shared/guarded/protection.ts";
import { SessionLab, settle } from "../../../support/sessionLab.ts";
import { cpf, email, idOf, protectionIn, testCard } from "./streams.ts";

const scanner = new TextScanner();
const file = createAttachment(
  "a1",
  { kind: "selection", path: "data/clients.csv", languageId: "csv", startLine: 1, endLine: 2 },
  "nome;cpf\nRui;111.444.777-35\n",
);

/** A session whose requests pass the data protection. */
async function chatIn(mode: DlpMode) {
  const setting = { mode };
  const { protection, decisions } = protectionIn(() => setting.mode);
  const lab = new SessionLab();
  const streamChat: StreamChat = protectedStream(lab.streamChat, protection, () =>
    Promise.resolve("cancel"),
  );
  const { session } = await lab.open({ streamChat });
  return {
    lab,
    session,
    decisions,
    setting,
    /** Sends, and lets the hub answer. */
    send: async (text: string, ...attachments: readonly (typeof file)[]) => {
      session.send(text, attachments, "m");
      await settle();
      await settle();
      await lab.calls.at(-1)?.answer("ok");
    },
    sent: (messageId: string, conversation: Conversation = session.conversation) =>
      sentValues(conversation, messageId, {
        scanner,
        decisions,
        attachment: (id) => session.attachment(id),
      }),
    question: (at: number) =>
      session.conversation.messages.filter(({ role }) => role === "user")[at]?.id ?? "",
  };
}

const marksOf = ({ marks, ...counts }: SentValues) => ({
  ...counts,
  marks: marks.map(({ shown, how, as }) => [shown, how, as]),
});

describe("a sent message", () => {
  test("shows its part of a number that is cut over two messages as masked", async () => {
    const { send, sent, question } = await chatIn("mask");
    await send("CPF 529.982.");
    await send("247-25");
    expect(marksOf(await sent(question(1)))).toEqual({
      masked: 1,
      clear: 0,
      attached: 0,
      marks: [["247-25", "masked", "[CPF_2]"]],
    });
  });

  test("tells which of its values left masked, and as what, and which as they are", async () => {
    const { decisions, send, sent, question } = await chatIn("warn");
    decisions.decide("c1", [idOf(cpf)], "mask");
    decisions.decide("c1", [idOf(email)], "allow");
    await send(`CPF ${cpf} of ${email}, card ${testCard}, CPF ${cpf}`);
    expect(marksOf(await sent(question(0)))).toEqual({
      masked: 1,
      clear: 2,
      attached: 0,
      marks: [
        ["***.***.247-25", "masked", "[CPF_1]"],
        ["m***@acme.com.br", "clear", undefined],
        ["**** **** **** 1111", "clear", undefined],
        ["***.***.247-25", "masked", "[CPF_1]"],
      ],
    });
  });

  test("counts the values of what was attached, and names what was left out", async () => {
    const { decisions, send, sent, question } = await chatIn("mask");
    decisions.decide("c1", [idOf(email)], "remove");
    await send(`Write to ${email}`, file);
    expect(marksOf(await sent(question(0)))).toEqual({
      masked: 2,
      clear: 0,
      attached: 1,
      marks: [["m***@acme.com.br", "removed", undefined]],
    });
  });

  test("tells nothing of a value that was not sent", async () => {
    const { session, sent, question, lab } = await chatIn("warn");
    session.send(`CPF ${cpf}`, [], "m");
    await settle();
    expect(lab.calls).toEqual([]);
    expect(marksOf(await sent(question(0)))).toEqual({
      masked: 0,
      clear: 0,
      attached: 0,
      marks: [],
    });
  });

  test("keeps what happened when the decision changes, each branch for itself", async () => {
    const { decisions, send, session, sent, question, lab } = await chatIn("warn");
    decisions.decide("c1", [idOf(cpf)], "allow");
    await send(`CPF ${cpf}`);
    decisions.decide("c1", [idOf(cpf)], "mask");
    session.editMessage(question(0), `The CPF ${cpf}`, "m");
    await settle();
    await settle();
    await lab.calls.at(-1)?.answer("ok");
    expect(marksOf(await sent(question(0))).marks).toEqual([
      ["***.***.247-25", "clear", undefined],
    ]);
    expect(marksOf(await sent(question(1))).marks).toEqual([
      ["***.***.247-25", "masked", "[CPF_1]"],
    ]);
  });

  test("that left masked and later as it is has left as it is", async () => {
    const { decisions, send, sent, question } = await chatIn("mask");
    await send(`CPF ${cpf}`);
    decisions.decide("c1", [idOf(cpf)], "allow");
    await send("And now?");
    expect(marksOf(await sent(question(0))).marks).toEqual([
      ["***.***.247-25", "clear", undefined],
    ]);
  });

  test("that was not looked at has left as it is", async () => {
    const { send, sent, question, setting } = await chatIn("off");
    await send(`CPF ${cpf}`);
    setting.mode = "mask";
    await send("And now?");
    expect(marksOf(await sent(question(0))).marks).toEqual([
      ["***.***.247-25", "clear", undefined],
    ]);
  });

  test("tells the same after it was read from the disk, where no value is kept", async () => {
    const { lab, send, sent, question } = await chatIn("mask");
    await send(`CPF ${cpf}`);
    await settle();
    const stored = await lab.store.load("c1");
    const reopened = stored.conversation;
    expect(marksOf(await sent(question(0), reopened)).marks).toEqual([
      ["***.***.247-25", "masked", "[CPF_1]"],
    ]);
    const answer = reopened.messages.find(({ role }) => role === "assistant");
    expect(JSON.stringify(answer).replaceAll(idOf(cpf), "the hash")).not.toContain("529");
  });

  test("of very many values is marked too", async () => {
    const { send, sent, question } = await chatIn("mask");
    const many = Array.from({ length: 450 }, (_, at) => `p${at}.silva@acme.com.br`);
    await send(many.join("\n"));
    const { masked, clear, marks } = await sent(question(0));
    expect({ masked, clear, marks: marks.length }).toEqual({ masked: 450, clear: 0, marks: 450 });
  });
});

test("an exported file does not say how values left, and an imported one is not believed", async () => {
  const { send, session } = await chatIn("mask");
  await send(`CPF ${cpf}`);
  const exported = exportJson(session.conversation, [], 0);
  expect(exported).not.toContain('"left"');
  const forged = exported.replace(
    '"notices": []',
    '"notices": [], "left": {"masked": {}, "clear": []}',
  );
  expect(forged).not.toBe(exported);
  const imported = importJson(forged, () => crypto.randomUUID());
  expect(imported.ok).toBe(true);
  expect(JSON.stringify(imported)).not.toContain('"left"');
});
