import { expect, test } from "vitest";

import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { type DlpPolicy, forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";

const maskAll: DlpPolicy = forEachKind(() => "mask");
const blockAll: DlpPolicy = forEachKind(() => "block");

test("a value in which the cursor of a completion stands is found on both sides", () => {
  const body = { prompt: "const cpf = '529.982.", suffix: "247-25';" };
  expect(inspectRequest(body, blockAll).action).toBe("block");
  const { body: masked } = inspectRequest(body, maskAll);
  expect(masked).toEqual({
    prompt: "const cpf = '***.***.***-**",
    suffix: "***.***.***-**';",
  });
});

test("a value cut across text parts of one message is found and masked in each of them", () => {
  const long = "x ".repeat(500);
  const parts = [`${long}CPF 529.`, "982", `.247-25 ${long}`].map((part) => ({
    type: "text",
    text: part,
  }));
  const { action, findings, body } = inspectRequest({ messages: [{ content: parts }] }, maskAll);
  expect(action).toBe("mask");
  expect(findings.map(({ field }) => field)).toEqual([
    "messages[0].content[0].text",
    "messages[0].content[1].text",
    "messages[0].content[2].text",
  ]);
  expect(JSON.stringify(body)).not.toMatch(/529|982|247/u);
  expect(inspectRequest({ messages: [{ content: parts }] }, blockAll).action).toBe("block");
});

test.each([
  ["a document and the text behind it", ["CPF 529.982.", "247-25"], [true, false]],
  ["a text and the document behind it", ["CPF 529.982.", "247-25"], [false, true]],
  ["two documents", ["CPF 529.982.", "247-25"], [true, true]],
  ["a document between texts", ["CPF 529.", "982", ".247-25"], [false, true, false]],
])("a value cut across %s is found and masked in each of them", (_, pieces, areDocuments) => {
  const content = pieces.map((piece, at) =>
    areDocuments[at] === true
      ? { type: "document", source: { type: "text", media_type: "text/plain", data: piece } }
      : { type: "text", text: piece },
  );
  const request = { messages: [{ role: "user", content }] };
  const { findings, body } = inspectRequest(request, maskAll);
  expect(findings.map(({ field }) => field)).toEqual(
    areDocuments.map((isDocument, at) =>
      isDocument ? `messages[0].content[${at}].source.data` : `messages[0].content[${at}].text`,
    ),
  );
  expect(JSON.stringify(body)).not.toMatch(/529|982|247/u);
  expect(inspectRequest(request, blockAll).action).toBe("block");
});

/** How a client writes a document. */
interface DocumentForm {
  /** Where the part has its text. */
  readonly key: string;
  readonly part: (encoded: string) => object;
}

const anthropic: DocumentForm = {
  key: "source.data",
  part: (data) => ({
    type: "document",
    source: { type: "base64", media_type: "text/plain", data },
  }),
};
const openAi: DocumentForm = {
  key: "file.file_data",
  part: (data) => ({
    type: "file",
    file: { filename: "note.txt", file_data: `data:text/plain;base64,${data}` },
  }),
};
const openAiBare: DocumentForm = {
  key: "file.file_data",
  part: (data) => ({ type: "file", file: { file_data: data } }),
};

function textPart(text: string): object {
  return { type: "text", text };
}

function inBase64(plain: string): string {
  return Buffer.from(plain).toString("base64");
}

function inLines(plain: string): string {
  return inBase64(plain).replaceAll(/.{76}(?=.)/gu, "$&\n");
}

test.each([
  ["in base64", anthropic, inBase64],
  ["in lines of base64", anthropic, inLines],
  ["in a data: address", openAi, inBase64],
  ["in lines of a data: address", openAi, inLines],
  ["in base64 of OpenAI's format", openAiBare, inBase64],
])(
  "a value cut between a document %s and the texts around it is masked in all",
  (_, form, encoded) => {
    const around = (before: string, note: string, after: string) => ({
      messages: [{ content: [textPart(before), form.part(encoded(note)), textPart(after)] }],
    });
    const rest = "Ação número um. ".repeat(30);
    const cut = around("e-mail: ana.sil", `va@loja.com.br ${rest} CPF 529.982.`, "247-25");
    const { findings, body } = inspectRequest(cut, maskAll);
    expect(body).toEqual(
      around("e-mail: ***@***", `***@*** ${rest} CPF ***.***.***-**`, "***.***.***-**"),
    );
    expect(findings.map(({ kind, field }) => `${kind} ${field}`)).toEqual([
      "email messages[0].content[0].text",
      `email messages[0].content[1].${form.key}`,
      `cpf messages[0].content[1].${form.key}`,
      "cpf messages[0].content[2].text",
    ]);
    expect(inspectRequest(cut, blockAll).action).toBe("block");
    expect(inspectRequest(around("a", rest, "247-25"), blockAll).action).toBe("allow");
  },
);

test("a document that is no text ends what goes together", () => {
  const source = { type: "base64", media_type: "image/png", data: "AAAA" };
  const content = [
    { type: "text", text: "CPF 529.982." },
    { type: "image", source },
    { type: "text", text: "247-25" },
  ];
  expect(inspectRequest({ messages: [{ content }] }, blockAll).action).toBe("allow");
});

test("a value cut across parts of a content that are texts by themselves is found, in no other list", () => {
  const cut = ["CPF 529.982.", "247-25"];
  const { body } = inspectRequest({ messages: [{ content: cut }] }, maskAll);
  expect(JSON.stringify(body)).not.toMatch(/529|247/u);
  expect(inspectRequest({ messages: [{ content: cut }] }, blockAll).action).toBe("block");
  expect(inspectRequest({ input: cut, stop: cut }, blockAll).action).toBe("allow");
});
