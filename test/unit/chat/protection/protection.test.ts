import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { protectedStream } from "../../../../src/chat/protection/protectedStream.ts";
import { scanOutbound } from "../../../../src/dlp/scanOutbound.ts";
import type { ChatRequest, StreamEvent } from "../../../../src/hub/wire/chatTypes.ts";
import type { DlpMode } from "../../../../src/shared/guarded/protection.ts";
import { cards, cnpjs, cpfs } from "../../dlp/values.ts";
import {
  allOf,
  asking,
  cpf,
  email,
  failureOf,
  idOf,
  protectionIn,
  streamOf,
  testCard,
} from "./streams.ts";

const never = (): Promise<"cancel"> => {
  throw new Error("Nobody may be asked");
};

/** What a hub that repeats the last message was sent, and what came back. */
async function exchange(
  mode: DlpMode,
  request: ChatRequest,
  decide: (decisions: ReturnType<typeof protectionIn>["decisions"]) => void = () => undefined,
): Promise<{ readonly sent: ChatRequest | undefined; readonly events: StreamEvent[] }> {
  const { protection, decisions } = protectionIn(mode);
  decide(decisions);
  let sent: ChatRequest | undefined;
  const stream = protectedStream(
    (masked) => {
      sent = masked;
      const text = JSON.stringify(masked.messages.at(-1)?.content);
      return streamOf({ kind: "textDelta", text }, { kind: "finished", reason: "stop" });
    },
    protection,
    never,
  );
  const { signal } = new AbortController();
  const options = { signal, conversationId: "c1" };
  try {
    return { sent, events: await allOf(stream(request, options)), ...(sent && { sent }) };
  } catch (error) {
    return { sent, events: [{ kind: "notice", failure: failureOf(error) }] };
  }
}

describe("in the mode mask", () => {
  test("placeholders go out and the real values come back", async () => {
    const { sent, events } = await exchange("mask", asking(`CPF ${cpf}, mail ${email}`));
    expect(sent?.messages.at(-1)).toEqual({ role: "user", content: "CPF [CPF_1], mail [EMAIL_1]" });
    expect(sent?.messages[0]).toMatchObject({ role: "system" });
    expect(events[0]).toEqual({ kind: "textDelta", text: `"CPF ${cpf}, mail ${email}"` });
  });

  test("every text of a request is masked: instructions, parts, calls, results, tools", async () => {
    const { sent } = await exchange("mask", {
      model: "m",
      messages: [
        { role: "system", content: `Support is ${email}.` },
        {
          role: "user",
          content: [
            { type: "text", text: `CPF ${cpf.slice(0, 7)}` },
            { type: "text", text: cpf.slice(7) },
            { type: "image", mimeType: "image/png", base64: "AAAA" },
          ],
        },
        {
          role: "assistant",
          content: "",
          toolCalls: [
            { id: "a", name: "find", arguments: { cpf: 52_998_224_725, [email]: [`<${email}>`] } },
          ],
        },
        { role: "tool", callId: "a", content: JSON.stringify({ telefone: "11987654321" }) },
        { role: "user", content: btoa(`cpf: ${cpf}`) },
      ],
      tools: [{ name: "find", description: `Ask ${email}`, inputSchema: { examples: [email] } }],
    });
    const bytes = JSON.stringify(sent);
    expect(scanOutbound(bytes)).toEqual([]);
    expect(sent?.messages.slice(1)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "CPF [CPF_1]" },
          { type: "image", mimeType: "image/png", base64: "AAAA" },
        ],
      },
      {
        role: "assistant",
        content: "",
        toolCalls: [
          {
            id: "a",
            name: "find",
            arguments: { cpf: "[CPF_1B]", "[EMAIL_1]": ["<[EMAIL_1]>"] },
          },
        ],
      },
      { role: "tool", callId: "a", content: '{"telefone":"[PHONE_1]"}' },
      { role: "user", content: "[CPF_2]" },
    ]);
    expect(sent?.tools?.[0]).toMatchObject({ description: "Ask [EMAIL_1]" });
  });

  test("nothing that is found goes out, whatever stands around it, and all of it comes back but in addresses", async () => {
    const values = fc.oneof(cpfs, cnpjs, cards, fc.constant(cpf), fc.constant(email));
    const texts = fc.array(
      fc.oneof(
        values,
        fc.constantFrom(" cpf ", ", ", "\n", " card: ", "[CPF_1]", "tel "),
        fc.string(),
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const text = parts.join(" ");
        const { protection } = protectionIn("mask");
        const { request, placeholders } = await protection.apply(asking(text));
        const content = request.messages.at(-1)?.content;
        const mayHoldAddress = /<[a-z/!?]|:[\\/]|[\\/]{2}|\][(:]|www\.|\.[a-z]+[/?#]/iu.test(text);
        if (!mayHoldAddress) {
          expect(typeof content === "string" && placeholders.restore(content)).toBe(text);
        }
        expect(scanOutbound(JSON.stringify(content))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("the same conversation gives the same bytes again", async () => {
    const request = asking(`CPF ${cpf}, CPF 111.444.777-35, ${email}`);
    const first = await protectionIn("mask").protection.apply(request);
    const second = await protectionIn("mask").protection.apply(request);
    expect(second.request).toEqual(first.request);
  });

  test("what was allowed for this conversation goes as it is", async () => {
    const { sent } = await exchange("mask", asking(`CPF ${cpf}, ${email}`), (decisions) =>
      decisions.decide("c1", [idOf(email)], "allow"),
    );
    expect(sent?.messages.at(-1)?.content).toBe(`CPF [CPF_1], ${email}`);
  });
});

describe("in the modes that wait for a decision", () => {
  test.each(["warn", "block"] as const)("%s lets nothing go before it", async (mode) => {
    const { sent, events } = await exchange(mode, asking(`CPF ${cpf} and ${email}`));
    expect(sent).toBeUndefined();
    expect(events).toEqual([
      {
        kind: "notice",
        failure: {
          kind: "dlp_local",
          dlpFindings: [
            { type: "cpf", count: 1 },
            { type: "email", count: 1 },
          ],
        },
      },
    ]);
  });

  test.each([
    ["allow", `CPF ${cpf}`],
    ["mask", "CPF [CPF_1]"],
    ["remove", "CPF ***.***.***-**"],
  ] as const)("%s decides about the value in this conversation", async (decision, content) => {
    const { sent } = await exchange("warn", asking(`CPF ${cpf}`), (decisions) =>
      decisions.decide("c1", [idOf(cpf)], decision),
    );
    expect(sent?.messages.at(-1)).toEqual({ role: "user", content });
  });

  test.each(["warn", "block"] as const)(
    "%s is not stopped by a number for trying out",
    async (mode) => {
      const { sent } = await exchange(mode, asking(`card ${testCard}`));
      expect(sent?.messages).toEqual([{ role: "user", content: `card ${testCard}` }]);
    },
  );

  const withResult: ChatRequest = {
    model: "m",
    messages: [
      { role: "user", content: "Who?" },
      { role: "assistant", content: "", toolCalls: [{ id: "a", name: "find", arguments: {} }] },
      { role: "tool", callId: "a", content: `CPF ${cpf}` },
    ],
  };

  test("what was refused is known afterwards, also where no message holds it", async () => {
    const { protection } = protectionIn("warn");
    const request: ChatRequest = {
      model: "m",
      messages: [
        { role: "system", content: `Escalate to ${email}.` },
        { role: "user", content: "Hello" },
      ],
    };
    await protection.apply(request, { conversationId: "c1" });
    expect(protection.refusedIn("c1")).toEqual([idOf(email)]);
  });

  test("a tool's result goes on in warn, and it is said", async () => {
    const { sent, events } = await exchange("warn", withResult);
    expect(sent).toEqual(withResult);
    expect(events[0]).toEqual({
      kind: "notice",
      failure: { kind: "dlp_sent", dlpFindings: [{ type: "cpf", count: 1 }] },
    });
  });

  test("block holds a tool's result back too", async () => {
    expect((await exchange("block", withResult)).sent).toBeUndefined();
  });

  test("what a model wrote itself does not stop the next question", async () => {
    const request: ChatRequest = {
      model: "m",
      messages: [
        { role: "assistant", content: `For example ${cpf}.` },
        { role: "user", content: "Another." },
      ],
    };
    expect((await exchange("warn", request)).sent).toEqual(request);
  });
});

describe("bounds", () => {
  test("arguments nested too deep are refused in every mode that looks", async () => {
    let nested: Record<string, unknown> = {};
    for (let depth = 0; depth < 600; depth += 1) {
      nested = { nested };
    }
    const request: ChatRequest = {
      model: "m",
      messages: [
        { role: "assistant", content: "", toolCalls: [{ id: "a", name: "f", arguments: nested }] },
      ],
    };
    const { sent, events } = await exchange("warn", request);
    expect(sent).toBeUndefined();
    expect(events).toEqual([{ kind: "notice", failure: { kind: "dlp_local" } }]);
  });

  test("off sends what there is", async () => {
    const request = asking(`CPF ${cpf}`);
    expect((await exchange("off", request)).sent).toEqual(request);
  });
});
