import { expect, test } from "vitest";

import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { type DlpPolicy, forEachKind } from "../../../src/shared/sensitiveKinds.ts";

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

function withDocument(data: string, rest: string): Readonly<Record<string, unknown>> {
  const source = { type: "base64", media_type: "text/plain", data };
  const content = [
    { type: "document", source },
    { type: "text", text: rest },
  ];
  return { messages: [{ content }] };
}

test.each([
  ["in base64", (plain: string) => Buffer.from(plain).toString("base64")],
  [
    "in lines of base64",
    (plain: string) =>
      Buffer.from(plain)
        .toString("base64")
        .replaceAll(/.{76}(?=.)/gu, "$&\n"),
  ],
])("a value cut between a document %s and the text behind it is masked in both", (_, encoded) => {
  const note = `${"Ação número um. ".repeat(30)} CPF 529.982.`;
  const { findings, body } = inspectRequest(withDocument(encoded(note), "247-25"), maskAll);
  expect(body).toEqual(
    withDocument(encoded(note.replace("529.982.", "***.***.***-**")), "***.***.***-**"),
  );
  expect(findings.map(({ field }) => field)).toEqual([
    "messages[0].content[0].source.data",
    "messages[0].content[1].text",
  ]);
  expect(inspectRequest(withDocument(encoded(note), "247-25"), blockAll).action).toBe("block");
  expect(inspectRequest(withDocument(encoded(note), "plain"), blockAll).action).toBe("allow");
});

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
