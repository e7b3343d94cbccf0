import { gzipSync, strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";

import type { DlpRules } from "../../../src/dlp/dlpRules.ts";
import { inspectRequest } from "../../../src/dlp/scanRequest.ts";
import { forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import {
  bomb,
  docx,
  gzip,
  jpeg,
  languageChunk,
  packedChunk,
  plainChunk,
  png,
  xlsx,
} from "../../support/madeFiles.ts";

const cpf = "529.982.247-25";
const rules: DlpRules = { ...forEachKind(() => "allow"), cpf: "block" };

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const address = (bytes: Uint8Array, type: string): string => `data:${type};base64,${base64(bytes)}`;

/** Text that packs badly. */
function hashes(count: number): string {
  return Array.from({ length: count }, (_, at) => ((at * 7_919) % 65_536).toString(36)).join("-");
}

function withComment(zip: Uint8Array, comment: string): Uint8Array {
  const made = Buffer.concat([zip, strToU8(comment)]);
  made.writeUInt16LE(comment.length, zip.length - 2);
  return made;
}

function inspectFile(bytes: Uint8Array): ReturnType<typeof inspectRequest> {
  const content = [{ type: "file", file: { file_data: address(bytes, "application/pdf") } }];
  return inspectRequest({ messages: [{ role: "user", content }] }, rules);
}

const truncated = gzip(strToU8(`${cpf} ${hashes(200)}`)).subarray(0, -50);
const picture = png(plainChunk(cpf));

test.for([
  ["a PNG's tEXt", picture],
  ["a PNG's zTXt", png(packedChunk(cpf))],
  ["a PNG's iTXt", png(languageChunk(`<x:xmpmeta>${cpf}</x:xmpmeta>`, false))],
  ["a PNG's packed iTXt", png(languageChunk(cpf, true))],
  ["a PNG's chunk of an unknown type", png(["prVt", strToU8(`\0\x01${cpf}\0`)])],
  ["bytes behind a PNG's end", Buffer.concat([png(), strToU8(cpf)])],
  ["an archive behind a PNG's end", Buffer.concat([png(), docx(cpf)])],
  ["a JPEG's comment", jpeg(cpf)],
  ["a GIF's comment", strToU8(`GIF89a\x01\0\x01\0\0\0\0!\xFE\x0E${cpf}\0;`, true)],
  ["a gzip file", gzip(strToU8(`name: ${cpf}`))],
  ["two gzip files in one", Buffer.concat([gzip(strToU8("a")), gzip(strToU8(cpf))])],
  ["a Word document", docx(cpf)],
  ["a value over two runs of a Word document", docx("529.982", ".247-25")],
  ["a sheet", xlsx("Nome", cpf)],
  ["a stored member", zipSync({ "a.txt": strToU8(cpf) }, { level: 0 })],
  ["a member's name", zipSync({ [`${cpf}.txt`]: strToU8("x") })],
  ["a member's comment", zipSync({ a: [strToU8("x"), { comment: cpf }] })],
  ["an archive's comment", withComment(zipSync({ a: strToU8("x") }), cpf)],
  ["a gzip file's name", gzipSync(strToU8("x"), { filename: `${cpf}.txt` })],
  ["UTF-16 with the high byte first", Buffer.from(`\uFEFFcpf ${cpf}`, "utf16le").swap16()],
  ["a picture in an archive", zipSync({ "word/media/image1.png": picture })],
  ["an archive in an archive", zipSync({ "a.zip": docx(cpf) })],
  ["an archive in gzip", gzip(docx(cpf))],
  ["base64 in an archive", zipSync({ "a.txt": strToU8(base64(strToU8(`cpf ${cpf}`))) })],
  ["the beginning of a truncated gzip file", truncated],
] as const)("a value is found in %s", ([, bytes]) => {
  const { action, findings } = inspectFile(bytes);
  expect([action, findings]).toMatchObject([
    "block",
    [{ kind: "cpf", field: "messages[0].content[0].file.file_data" }],
  ]);
});

const forms: readonly (readonly [string, object, string])[] = [
  [
    "OpenAI's picture",
    { type: "image_url", image_url: { url: address(picture, "image/png") } },
    "image_url.url",
  ],
  [
    "a picture of the Responses API",
    { type: "input_image", image_url: address(picture, "image/png") },
    "image_url",
  ],
  ["OpenAI's file", { type: "file", file: { file_data: base64(picture) } }, "file.file_data"],
  ["a file of the Responses API", { type: "input_file", file_data: base64(picture) }, "file_data"],
  [
    "Anthropic's picture",
    { type: "image", source: { type: "base64", media_type: "image/png", data: base64(picture) } },
    "source.data",
  ],
  [
    "Anthropic's document with a wrong media type",
    {
      type: "document",
      source: { type: "base64", media_type: "application/pdf", data: base64(picture) },
    },
    "source.data",
  ],
  [
    "sound that is a picture",
    { type: "input_audio", input_audio: { data: base64(picture), format: "wav" } },
    "input_audio.data",
  ],
  [
    "an address with blanks around base64",
    { type: "image_url", image_url: { url: `data:application/zip; base64 ,${base64(docx(cpf))}` } },
    "image_url.url",
  ],
  [
    "an address with a long type",
    { type: "image_url", image_url: { url: address(docx(cpf), `a/${"x".repeat(1_000)}`) } },
    "image_url.url",
  ],
  ["a field of another vendor", { type: "x", blob: base64(picture) }, "blob"],
  [
    "base64 with line breaks",
    { type: "input_file", file_data: base64(picture).replaceAll(/.{20}/gu, "$&\r\n") },
    "file_data",
  ],
  [
    "the URL-safe alphabet",
    { type: "input_file", file_data: Buffer.from(picture).toString("base64url") },
    "file_data",
  ],
];

test.for(forms)("files are found in %s", ([, part, path]) => {
  const { findings, unread } = inspectRequest(
    { messages: [{ role: "user", content: [part] }] },
    rules,
  );
  const field = `messages[0].content[0].${path}`;
  expect([findings, unread]).toEqual([
    [{ kind: "cpf", count: 1, action: "block", field }],
    undefined,
  ]);
});

test("the place of files decides, and a mask blocks because a file cannot be rewritten", () => {
  const content = [{ type: "image_url", image_url: { url: address(picture, "image/png") } }];
  const body = { messages: [{ role: "user", content }] };
  const alerted = inspectRequest(body, { ...rules, places: { files: { cpf: "alert" } } });
  const masked = inspectRequest(body, { ...rules, cpf: "mask" });
  expect([alerted.action, masked.action, masked.body]).toEqual(["alert", "block", body]);
});

function encrypted(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  const entry = bytes.lastIndexOf(Buffer.from("PK\x01\x02"));
  bytes.writeUInt16LE(bytes.readUInt16LE(entry + 8) | 1, entry + 8);
  return bytes;
}

/** Two entries of the directory for one member. */
function overlapping(): Uint8Array {
  const bytes = Buffer.from(zipSync({ a: strToU8("x".repeat(100)), b: strToU8("y".repeat(100)) }));
  const first = bytes.indexOf(Buffer.from("PK\x01\x02"));
  const second = bytes.lastIndexOf(Buffer.from("PK\x01\x02"));
  bytes.copy(bytes, second + 42, first + 42, first + 46);
  return bytes;
}

function longSize(): Uint8Array {
  const bytes = Buffer.from(docx("x"));
  bytes.writeUInt32LE(0xff_ff_ff_ff, bytes.indexOf(Buffer.from("PK\x01\x02")) + 20);
  return bytes;
}

const unknown = Uint8Array.from({ length: 100 }, (_, at) => (at * 89 + 131) % 256);

test.for([
  ["sound", "audio", "unknown", Buffer.concat([strToU8("ID3"), new Uint8Array(50)])],
  ["an unknown format", "other", "unknown", unknown],
  ["an unknown format in an archive", "zip", "unknown", zipSync({ "a.bin": unknown })],
  ["an encrypted archive", "zip", "encrypted", encrypted(docx("x"))],
  ["a truncated archive", "zip", "broken", docx("x").subarray(0, -30)],
  ["overlapping members", "zip", "broken", overlapping()],
  ["a size of 64 bits", "zip", "broken", longSize()],
  ["a truncated gzip file", "gzip", "broken", gzip(strToU8(hashes(200))).subarray(0, -50)],
  ["other bytes behind a PNG's end", "png", "unknown", Buffer.concat([png(), unknown])],
  ["a broken zTXt", "png", "broken", png(["zTXt", strToU8("a\0\0no zlib")])],
  ["a bomb", "zip", "limit", bomb(8_000_000, 1)],
  ["a bomb in archives", "zip", "limit", bomb(8_000_000, 3)],
  ["archives in archives in archives", "zip", "limit", bomb(10, 7)],
] as const)("%s is unread", ([, file, why, bytes]) => {
  expect(inspectFile(bytes)).toMatchObject({
    action: "allow",
    unread: [{ file, why, field: "messages[0].content[0].file.file_data" }],
  });
});

test.for([
  ["a picture", png(plainChunk("a picture"))],
  ["a truncated picture", png(plainChunk("a")).subarray(0, -20)],
  ["a JPEG", jpeg("a picture")],
  ["a document", docx("Nothing")],
  ["an empty archive", zipSync({})],
  ["text", strToU8("Nothing at all, but for a longer text.")],
] as const)("%s is read", ([, bytes]) => {
  expect(inspectFile(bytes).unread).toBeUndefined();
});

test("100,000 chunks of a PNG are one text", () => {
  const chunks = Array.from({ length: 100_000 }, () => plainChunk("a"));
  expect(inspectFile(png(...chunks, plainChunk(cpf))).findings).toMatchObject([{ count: 1 }]);
});

test("the limits hold for all files of a request together", () => {
  const part = {
    type: "file",
    file: { file_data: base64(zipSync({ a: strToU8("a ".repeat(450_000)) })) },
  };
  const content = Array.from({ length: 90 }, () => part);
  const { unread = [] } = inspectRequest({ messages: [{ role: "user", content }] }, rules);
  expect(unread.map(({ why }) => why)).toEqual(
    Array.from({ length: unread.length }, () => "limit"),
  );
  expect(unread.length).toBeGreaterThan(10);
});

const links: readonly object[] = [
  { type: "image_url", image_url: { url: "https://example.com/a.png" } },
  { type: "input_image", image_url: "https://example.com/a.png" },
  { type: "input_file", file_url: "https://example.com/a.pdf" },
  { type: "input_file", file_id: "file-1" },
  { type: "file", file: { file_id: "file-1" } },
  { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
  { type: "document", source: { type: "file", file_id: "file_1" } },
];

test.for(links)("a link is unread where such files are refused: %o", (part) => {
  const body = { messages: [{ role: "user", content: [part] }] };
  const refusing = { ...forEachKind(() => "allow"), refusesUnread: true } as const;
  expect(inspectRequest(body, refusing).unread).toMatchObject([{ file: "link", why: "link" }]);
  expect(inspectRequest(body, rules).unread).toBeUndefined();
});
