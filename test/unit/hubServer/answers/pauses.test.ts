import { expect, test } from "vitest";

import { type DlpRules, findersOf } from "../../../../src/dlp/dlpRules.ts";
import { hashTerms } from "../../../../src/dlp/own/terms.ts";
import { AnswerGuard } from "../../../../src/hubServer/answers/answerGuard.ts";
import { GuardedStream } from "../../../../src/hubServer/answers/guardedStream.ts";
import { forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { dataEvents } from "../../../support/modelServer/fakeUpstream.ts";

test.each([
  ["a comment", ": processing\n\n"],
  ["a ping", 'event: ping\ndata: {"type": "ping"}\n\n'],
])("%s each second does not hold a begun value for more than five seconds", (_, ping) => {
  const { clock, given, stream } = guarded(forEachKind(() => "mask"));
  stream.write(said("CPF 529.982"));
  for (let second = 0; second < 5; second += 1) {
    expect(given()).not.toContain("529.982");
    clock.advance(1_000);
    stream.write(ping);
  }
  expect(given()).toContain("529.982");
});

const labels = { en: "Own", "pt-br": "Próprio" };
const list = "Projeto Águia Dourada\nBoitatá";
const { terms } = await hashTerms(list, "0".repeat(32), () => Promise.resolve());
const kinds = [
  { kind: { placeholder: "TERM", labels }, terms },
  { kind: { placeholder: "BADGE", labels, pattern: "contrato FN-[0-9]{5}" } },
];
const own = kinds.map((kind) => ({ ...kind, action: "mask", version: "1" }) as const);

test.each([
  ["O projeto ", "águia", " dourada", " vence."],
  ["Fale de PROJETO", "_Águ", "ia-", "Dourada e mais."],
  ["Era Boi", "ta", "tá, sim."],
  ["Era Boitat", "\\u00", "e1, sim."],
  ["Veja o contr", "ato", " ", "FN", "-482", "13 e mais."],
])(
  "a value of an own kind stays whole in a stream that pauses within it: %s|%s|%s",
  (...pieces) => {
    const { clock, given, stream } = guarded({ ...forEachKind(() => "allow"), own });
    for (const piece of pieces) {
      stream.write(said(piece));
      clock.advance(600);
    }
    stream.end();
    const text = [...given().matchAll(/"content":"([^"]*)"/gu)].map(([, part]) => part).join("");
    expect(text).toContain("*".repeat(8));
    expect(text).not.toMatch(/águ|ia|doura|boi|tat|contr|fn|482/iu);
  },
);

test("an e-mail address stays whole in a stream that pauses within its name", () => {
  const { clock, given, guard, stream } = guarded(forEachKind(() => "mask"));
  for (const piece of ["e-mail ana.pa", "ula", "@", "empresa.com.br aqui"]) {
    stream.write(said(piece));
    clock.advance(600);
  }
  stream.end();
  expect(given()).not.toMatch(/ana|ula|empresa/iu);
  expect(guard.findings).toMatchObject([{ kind: "email", count: 1 }]);
});

test("a value whose begin was shown after five seconds is counted once", () => {
  const { clock, guard, stream } = guarded({ ...forEachKind(() => "mask"), own });
  for (const piece of ["CPF 529.982", ".247-25 e contrato FN-482", "13 e 529.982.247-25 ", "fim"]) {
    stream.write(said(piece));
    clock.advance(5_000);
  }
  stream.end();
  expect(guard.findings).toMatchObject([
    { kind: "cpf", count: 2 },
    { kind: "own.BADGE", count: 1 },
  ]);
});

test("a pause shows words that begin no value at once, and all of them after five seconds", () => {
  const { clock, given, stream } = guarded({ ...forEachKind(() => "allow"), own });
  stream.write(said("Um projeto novo e outro projeto "));
  clock.advance(500);
  expect(given()).toContain("Um projeto novo e outro ");
  expect(given()).not.toContain("outro projeto");
  clock.advance(4_500);
  expect(given()).toContain('"projeto "');
});

test("an earlier list of terms takes no memory after a change", () => {
  const [before] = findersOf({ own });
  expect(findersOf({ own })[0]).toBe(before);
  findersOf({ own: own.map((rule) => ({ ...rule, version: "2" })) });
  expect(findersOf({ own })[0]).not.toBe(before);
});

function said(content: string): string {
  return dataEvents({ choices: [{ index: 0, delta: { content } }] });
}

function guarded(rules: DlpRules) {
  const clock = new FakeClock();
  const guard = new AnswerGuard("openai", rules, { has: () => false });
  let given = "";
  const sink = {
    write: (bytes: Uint8Array | string): boolean => {
      given += Buffer.from(bytes).toString();
      return true;
    },
    drained: (): Promise<void> => Promise.resolve(),
  };
  return { clock, guard, given: () => given, stream: new GuardedStream(guard, sink, clock) };
}
