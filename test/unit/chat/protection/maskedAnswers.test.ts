import * as fc from "fast-check";
import { expect, test } from "vitest";

import { Placeholders } from "../../../../src/chat/protection/placeholders.ts";
import { AnswerText } from "../../../../src/dlp/answer/answerText.ts";
import {
  type FoundKind,
  forEachKind,
  maskOf,
} from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { cpf, email } from "./streams.ts";

const card = "4111 1111 1111 1111";
const key = `ghp_${"aB3dE5".repeat(6)}`;
const values: readonly (readonly [kind: FoundKind, value: string])[] = [
  ["cpf", cpf],
  ["cpf", "52998224725"],
  ["email", email],
  ["card", card],
  ["secret", key],
  ["secret", "Abacaxi!2024x"],
  ["own.EMPLOYEE", "EMP-12345"],
];

/** Places in which a value often is. */
const places: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `o CPF ${value}, do cliente`,
  (value) => `e-mail: <${value}>`,
  (value) => `const password = "${value}";`,
  (value) => `senha: ${value}`,
  (value) => `DB_PASSWORD=${value}\n`,
  (value) => `Authorization: Bearer ${value}`,
  (value) => `{"api_key": "${value}", "cpf": "${value}"}`,
  (value) => `postgres://app:${value}@db.internal/app`,
  (value) => `| ${value} | matrícula |`,
  (value) => `\`\`\`yaml\ntoken: '${value}'\n\`\`\``,
];
const words = fc.constantFrom(
  "o",
  "cliente",
  "e",
  "=>",
  "x",
  "\n",
  "- item",
  "`code`",
  "fim.",
  "{",
  "}",
);
const parts = fc.array(
  fc.oneof(
    words.map((word) => () => word),
    fc.tuple(fc.constantFrom(...places), fc.nat(values.length - 1)).map(
      ([place, at]) =>
        (written: readonly string[]) =>
          place(written[at] ?? ""),
    ),
  ),
  { maxLength: 40 },
);
const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 9 });

interface Asked {
  readonly isJson?: boolean;
  readonly sizes: readonly number[];
}

function masked(text: string, { isJson, sizes }: Asked): string {
  const answer = new AnswerText({
    rules: forEachKind(() => "mask"),
    ...(isJson !== undefined && { isJson }),
    isKnown: () => false,
    onFound: () => undefined,
  });
  let sent = "";
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    sent += answer.push(text.slice(at, at + size));
    at += size;
  }
  return sent + answer.end();
}

const saltedText = "const a = table[CPF_1];";

test("the editor's tokens pass the hub's masking of answers, and give the values back exactly", () => {
  fc.assert(
    fc.property(parts, cuts, fc.boolean(), (made, sizes, isSalted) => {
      const placeholders = new Placeholders(isSalted ? [saltedText] : []);
      const tokens = values.map(([kind, value]) => placeholders.of(kind, value));
      const text = (written: readonly string[]): string =>
        made.map((part) => part(written)).join(" ");
      const sent = text(tokens);
      expect(masked(sent, { sizes })).toBe(sent);
      expect(placeholders.restoreEverywhere(masked(sent, { sizes }))).toBe(
        text(values.map(([, value]) => value)),
      );
      const call = JSON.stringify({ path: "a.ts", new_text: sent });
      expect(masked(call, { isJson: true, sizes })).toBe(call);
    }),
    { numRuns: 100 },
  );
});

test("a value that the model wrote is masked between tokens, which stay", () => {
  fc.assert(
    fc.property(cuts, (sizes) => {
      const text = 'CPF [CPF_1], outro 111.444.777-35, e-mail [EMAIL_1] e senha: "[SECRET_1]".';
      expect(masked(text, { sizes })).toBe(text.replace("111.444.777-35", maskOf("cpf")));
    }),
  );
});
