import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { type DlpPolicy, forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { base64 } from "./requestFields.ts";

const maskAll: DlpPolicy = forEachKind(() => "mask");
const blockAll: DlpPolicy = forEachKind(() => "block");
const text = "O CPF do cliente é 529.982.247-25.";
const maskedText = "O CPF do cliente é ***.***.***-**.";

test("text in base64 is masked inside it, in its own alphabet", () => {
  const note = "ÿ~~~?>? CPF 529.982.247-25";
  const url = Buffer.from(note).toString("base64url");
  const { body } = inspectRequest({ data: base64(note), url: `see ${url} there` }, maskAll);
  const expected = note.replace("529.982.247-25", "***.***.***-**");
  expect(Buffer.from(String(body["data"]), "base64").toString()).toBe(expected);
  expect(body["url"]).toBe(`see ${Buffer.from(expected).toString("base64url")} there`);
});

test.each([
  ["of an older Windows", Buffer.from("Ação: CPF 529.982.247-25, José", "latin1")],
  ["in UTF-16, as PowerShell writes it", Buffer.from(text, "utf16le")],
  ["in UTF-16 with its mark", Buffer.from(`\uFEFFÉ ${text}`, "utf16le")],
])("text in base64 is masked inside it in its own encoding: %s", (_, bytes) => {
  const { body } = inspectRequest({ data: bytes.toString("base64") }, maskAll);
  const expected = bytes.toString("latin1").replaceAll(/\d/gu, "*");
  expect(Buffer.from(String(body["data"]), "base64").toString("latin1")).toBe(expected);
});

test("text in base64 is masked inside it where JSON escapes its slashes", () => {
  const [sent = "", masked = ""] = [text, maskedText].map((note) =>
    base64(`???>>>???>>> ${note} ???>>>`).replaceAll("/", String.raw`\/`),
  );
  expect(sent).toContain(String.raw`\/`);
  const { body } = inspectRequest({ data: `{"d":"${sent}"}` }, maskAll);
  expect(body["data"]).toBe(`{"d":"${masked}"}`);
});

test.each([
  ["mail's", 76, "\r\n"],
  ["PEM's", 64, "\n"],
  ["JSON in a text", 76, String.raw`\n`],
])(
  "text in lines of base64 is masked wherever a line ends within it: %s",
  (_, length, lineBreak) => {
    const wrapped = (plain: string): string =>
      base64(plain).replaceAll(new RegExp(`.{${length}}(?=.)`, "gu"), `$&${lineBreak}`);
    for (let shift = 0; shift < 60; shift += 1) {
      const around = (note: string): string =>
        `${"x".repeat(60 + shift)} ${note} ${"y".repeat(99)}`;
      const { body } = inspectRequest({ data: `file: ${wrapped(around(text))}` }, maskAll);
      expect(body["data"]).toBe(`file: ${wrapped(around(maskedText))}`);
    }
  },
);

function inHex(note: string): string {
  return Buffer.from(note).toString("hex");
}

function inLinesOfHex(note: string): string {
  return inHex(note).replaceAll(/.{60}(?=.)/gu, "$&\n");
}

test.each([
  ["in small letters", (hex: string) => hex],
  ["in capitals", (hex: string) => hex.toUpperCase()],
  ["of a database", (hex: string) => String.raw`\x${hex}`],
  ["of a program", (hex: string) => `0x${hex}, 0`],
  ["in an address", (hex: string) => `https://example.com/people-by-note/${hex}/address`],
  ["in JSON", (hex: string) => JSON.stringify({ note: hex })],
  ["before a digit without its pair", (hex: string) => `${hex}a`],
  ["behind a digit of something else", (hex: string) => `a${hex}`],
  ["between digits of something else", (hex: string) => `0${hex}f`],
  ["behind a word that ends in such a letter", (hex: string) => `note_e${hex} `],
  ["of base64", (hex: string) => base64(hex)],
])("text in hexadecimal is masked inside it: %s", (_, wrapped) => {
  const { action, findings, body } = inspectRequest({ data: wrapped(inHex(text)) }, maskAll);
  expect(body).toEqual({ data: wrapped(inHex(maskedText)) });
  expect({ action, findings }).toMatchObject({ action: "mask", findings: [{ field: "data" }] });
});

test.each(["", "3", "5"])(
  "hexadecimal whose digits are text in either pairing is read both ways, behind %j",
  (stray) => {
    const { body } = inspectRequest({ data: `${stray}${inHex("47554345567")}` }, maskAll);
    expect(body).toEqual({ data: `${stray}${inHex("***.***.***-**")}` });
  },
);

test("lines of hexadecimal behind a digit of something else are read together", () => {
  const [lines, masked] = [text, maskedText].map(
    (note) => `f${inLinesOfHex(`${"x".repeat(5)} ${note} ${"y".repeat(99)}`)}`,
  );
  expect(inspectRequest({ data: lines }, maskAll).body).toEqual({ data: masked });
});

test("a replacement character that stands in a text does not keep its values from being masked", () => {
  const [note, masked] = [text, maskedText].map((part) => `\uFFFD ${part}`);
  const { body } = inspectRequest({ data: base64(note ?? ""), hex: inHex(note ?? "") }, maskAll);
  expect(body).toEqual({ data: base64(masked ?? ""), hex: inHex(masked ?? "") });
});

test("text in lines of hexadecimal is masked wherever a line ends within it", () => {
  for (let shift = 0; shift < 60; shift += 1) {
    const around = (note: string): string => `${"x".repeat(60 + shift)} ${note} ${"y".repeat(99)}`;
    const { body } = inspectRequest({ data: `dump:\n${inLinesOfHex(around(text))}` }, maskAll);
    expect(body["data"]).toBe(`dump:\n${inLinesOfHex(around(maskedText))}`);
  }
});

test("hashes, keys and colours are no text", () => {
  const hashes = Array.from({ length: 5_000 }, (_, at) =>
    createHash(at % 2 === 0 ? "sha1" : "sha256")
      .update(`${at}`)
      .digest("hex"),
  );
  const body = { data: `${hashes.join("\n")}\n#f0f0f0 ${hashes.join("")}` };
  expect(inspectRequest(body, blockAll)).toEqual({ action: "allow", findings: [], body });
});

/** The same on each run: 500 times the hash of a number, in pieces of a length. */
function digests(algorithm: string, length: number): readonly string[] {
  return Array.from({ length: 500 }, (_, at) =>
    createHash(algorithm).update(`${at}`).digest("hex").slice(0, length),
  );
}

test.each([
  ["git's short log", digests("sha1", 10).map((id, at) => `${id} fix: item ${at} (#${at + 100})`)],
  ["git's tree", digests("sha1", 40).map((id, at) => `100644 blob ${id}\tsrc/file${at}.ts`)],
  ["a lock file", digests("sha256", 64).map((id) => `pkg==1.0.0 --hash=sha256:${id}`)],
  [
    "UUIDs",
    digests("md5", 32).map((id) =>
      id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/u, "$1-$2-$3-$4-$5"),
    ),
  ],
  ["UUIDs without dashes", digests("md5", 32).map((id) => `{"id":"${id}"}`)],
  ["traces", digests("md5", 32).map((id) => `00-${id}-${id.slice(0, 16)}-01`)],
  ["object ids", digests("sha1", 24).map((id) => `ObjectId("${id}")`)],
  ["a transaction", [`0x${digests("sha256", 64).join("")}`]],
  ["addresses", digests("sha1", 40).map((id) => `0x${id}`)],
  ["colours", digests("md5", 6).map((id) => `#${id}`)],
  ["minified code", digests("md5", 8).map((id, at) => `${at}:"${id}",a${id}:e=>t(0x${id})`)],
])("%s, with any digit in front, are no text", (_, lines) => {
  for (const separator of ["\n", " ", ""]) {
    for (const stray of ["", "7", "f"]) {
      const body = { data: lines.map((line) => stray + line).join(separator) };
      expect(inspectRequest(body, blockAll)).toEqual({ action: "allow", findings: [], body });
    }
  }
});

test("lines of base64 that belong not together, and words behind them, are each looked at", () => {
  const binary = Buffer.from(Array.from({ length: 57 }, (_, at) => at * 7)).toString("base64");
  const line = base64(`${text} ${"x".repeat(80)}`).slice(0, 76);
  const word = `${line}\nfim`;
  expect(inspectRequest({ a: `${binary}\n${line}`, word }, maskAll).findings).toMatchObject([
    { field: "a" },
    { field: "word" },
  ]);
  const { body } = inspectRequest({ word }, maskAll);
  expect(String(body["word"]).split("\n")[1]).toBe("fim");
});

test("base64 that is mostly text and cannot be written again as it was blocks where it would be masked", () => {
  const bytes = Buffer.concat([
    Buffer.from(`${text} `.repeat(3)),
    Buffer.from([0xff, 0xfe]),
    Buffer.from("fim"),
  ]);
  const body = { data: bytes.toString("base64") };
  expect(inspectRequest(body, maskAll)).toMatchObject({ action: "block", body });
});

test("bytes without text are left alone", () => {
  const image = Buffer.from(
    Array.from({ length: 60_000 }, (_, at) => (at * 193 + (at >> 3)) % 256),
  ).toString("base64");
  const body = {
    content: [
      { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } },
      { type: "image", source: { type: "base64", media_type: "image/png", data: image } },
    ],
  };
  expect(inspectRequest(body, blockAll)).toMatchObject({ action: "allow", findings: [], body });
});
