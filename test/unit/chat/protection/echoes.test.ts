import * as fc from "fast-check";
import { expect, test } from "vitest";

import { cpf, email, protectionIn } from "./streams.ts";

test("what a model writes around a placeholder does not bring the value out with the next request", async () => {
  const value = fc.constantFrom(cpf, cpf.replaceAll(/\D/gu, ""), email, "(11) 98765-4321");
  const beside = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom("A", "_", "0x", "9", ".5", "v1.", "%", "a@", ":repo", "@2x.png", ".test"),
  );
  await fc.assert(
    fc.asyncProperty(value, beside, beside, async (secret, before, after) => {
      const { protection } = protectionIn("mask");
      const question = { role: "user", content: `cpf, tel: ${secret} .` } as const;
      const first = await protection.apply({ model: "m", messages: [question] });
      const masked = JSON.stringify(first.request.messages.at(-1));
      const placeholder = /\[[A-Z]+_1\]/u.exec(masked)?.[0] ?? "";
      const answer = first.placeholders.restore(before + placeholder + after);
      // In an address, such as behind "<a", it does not come back at all.
      fc.pre(answer.includes(secret));
      const { request } = await protection.apply({
        model: "m",
        messages: [
          question,
          {
            role: "assistant",
            content: answer,
            toolCalls: [{ id: "1", name: "find", arguments: { [answer]: answer } }],
          },
          { role: "tool", callId: "1", content: `There is no ${answer}` },
        ],
      });
      expect(JSON.stringify(request)).not.toContain(secret);
    }),
    { numRuns: 500 },
  );
});
