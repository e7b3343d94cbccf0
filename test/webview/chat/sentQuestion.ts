import type { SentMark, SentValues } from "../../../src/shared/calls/protectionCalls.ts";
import { answer, snapshot, userMessage } from "../../support/fakeHost/builders.ts";
import { openChat, type OpenOptions, type OpenPage } from "../../support/fakeHost/chatPage.ts";

export const cpf = "529.982.247-25";
export const email = "maria.souza@acme.com.br";
export const text = `The customer with CPF ${cpf} wrote from ${email}.\nWhy does the import fail?`;

function markAt(value: string, more: Partial<SentMark>): SentMark {
  const start = text.indexOf(value);
  return { kind: "cpf", start, end: start + value.length, shown: "", how: "clear", ...more };
}

export const sent: SentValues = {
  marks: [
    markAt(cpf, { shown: "***.***.247-25", how: "masked", as: "[CPF_1]" }),
    markAt(email, { kind: "email", shown: "m***@acme.com.br" }),
  ],
  masked: 3,
  clear: 1,
  attached: 2,
};

export const left = { masked: { h1: "[CPF_1]" }, clear: ["h2"] };
export const messages = [
  userMessage("m1", text),
  answer("m2", "A row has no CPF.", { parentId: "m1", left }),
];

/** A page whose question has a record of the values that left with it. */
export function openSent(options: Partial<OpenOptions> = {}): Promise<OpenPage> {
  return openChat({
    snapshot: snapshot({ messages }),
    results: { sentValues: sent },
    ...options,
  });
}
