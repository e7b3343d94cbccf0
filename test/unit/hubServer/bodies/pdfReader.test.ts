import { expect, test } from "vitest";

import type { DlpRules } from "../../../../src/dlp/dlpRules.ts";
import { type DlpVerdict, inspectRequest } from "../../../../src/dlp/scanRequest.ts";
import { withPdfs } from "../../../../src/hubServer/bodies/pdfReader.ts";
import { forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { docx, gzip } from "../../../support/madeFiles.ts";
import {
  circularPdf,
  encryptedPdf,
  endlessPdf,
  pageOf,
  packedStream,
  pdf,
  pdfAround,
  pdfBomb,
  pdfOf,
  scannedPdf,
} from "../../../support/madePdfs.ts";

const cpf = "529.982.247-25";
const rules: DlpRules = { ...forEachKind(() => "allow"), cpf: "block" };

function bodyOf(...files: readonly Uint8Array[]) {
  const content = files.map((bytes) => ({
    type: "file",
    file: { file_data: `data:application/pdf;base64,${Buffer.from(bytes).toString("base64")}` },
  }));
  return { messages: [{ role: "user", content }] };
}

function inspect(
  files: readonly Uint8Array[],
  { policy = rules, signal }: { policy?: DlpRules; signal?: AbortSignal } = {},
): Promise<DlpVerdict> {
  return withPdfs((readPdf) => inspectRequest(bodyOf(...files), policy, readPdf), signal);
}

const around = {
  field: "a",
  note: "b",
  outline: "c",
  title: "d",
  attached: Buffer.from("Nothing at all, but for a longer text."),
};

test.for([
  ["a compressed stream", pdf(cpf)],
  ["two runs of a line", pageOf(packedStream(`BT /F1 9 Tf 9 9 Td (529.982) Tj (.247-25) Tj ET`))],
  ["a form's field", pdfAround({ ...around, field: cpf })],
  ["a note", pdfAround({ ...around, note: cpf })],
  ["the outline", pdfAround({ ...around, outline: cpf })],
  ["the title", pdfAround({ ...around, title: cpf })],
  ["an attached text", pdfAround({ ...around, attached: Buffer.from(`CPF ${cpf} of a client`) })],
  ["an attached document", pdfAround({ ...around, attached: docx(cpf) })],
  ["an attached PDF", pdfAround({ ...around, attached: pdf(cpf) })],
  ["a PDF in gzip", gzip(pdf(cpf))],
] as const)("a value is found in %s of a PDF", async ([, bytes]) => {
  const { action, findings, unread } = await inspect([bytes]);
  expect([action, findings, unread]).toMatchObject([
    "block",
    [{ kind: "cpf", field: "messages[0].content[0].file.file_data" }],
    undefined,
  ]);
});

test("the place of files decides, and a mask blocks because a PDF cannot be rewritten", async () => {
  const alerted = await inspect([pdf(cpf)], {
    policy: { ...rules, places: { files: { cpf: "alert" } } },
  });
  const masked = await inspect([pdf(cpf)], { policy: { ...rules, cpf: "mask" } });
  expect([alerted.action, masked.action, masked.body]).toEqual([
    "alert",
    "block",
    bodyOf(pdf(cpf)),
  ]);
});

test.for([
  ["text", pdf("Nothing")],
  ["forms, notes and attached files", pdfAround(around)],
  ["an empty page", pageOf(packedStream(""))],
  ["lines without text", pageOf(packedStream("0 0 m 99 99 l S"))],
] as const)("a PDF with %s is read as a whole", async ([, bytes]) => {
  expect(await inspect([bytes])).toMatchObject({ action: "allow", findings: [] });
  expect((await inspect([bytes])).unread).toBeUndefined();
});

test.for([
  ["an encrypted PDF", "encrypted", encryptedPdf()],
  ["a page that is a picture", "picture", scannedPdf()],
  ["a page tree without end", "broken", circularPdf()],
  ["a truncated PDF", "broken", pdf("Nothing at all").subarray(0, 400)],
  ["a head alone", "broken", Buffer.from("%PDF-1.7\n")],
  ["a broken stream", "broken", pageOf(packedStream("no zlib", { isPacked: true }))],
  ["a PDF in PDFs in PDFs", "unknown", nested(5)],
] as const)("%s is unread", async ([, why, bytes]) => {
  const { action, unread } = await inspect([bytes]);
  expect([action, unread]).toMatchObject(["allow", [{ file: "pdf", why }]]);
});

function nested(levels: number): Uint8Array {
  return levels === 0 ? pdf(cpf) : pdfAround({ ...around, attached: nested(levels - 1) });
}

test("bytes of a compressed stream are no address", async () => {
  const entries = "/Type /XObject /Subtype /Image /Width 9 /Height 9 /Filter /DCTDecode";
  const noise = packedStream("\0\x01 maria.souza@gmail.com \xFF", { entries, isPacked: true });
  const emails: DlpRules = { ...forEachKind(() => "allow"), email: "block" };
  for (const content of ["", "/I Do"]) {
    const page = pageOf(packedStream(content), {
      resources: "/XObject << /I 6 0 R >>",
      more: [noise],
    });
    expect((await inspect([page], { policy: emails })).action).toBe("allow");
    expect(inspectRequest(bodyOf(page), emails).action).toBe("block");
  }
});

test("a value before an error is found", async () => {
  const page = pageOf(packedStream(`BT /F1 9 Tf 9 9 Td (${cpf}) Tj ET ${"1 ".repeat(40)}w`));
  const { action, unread } = await inspect([page]);
  expect([action, unread]).toMatchObject(["block", [{ why: "broken" }]]);
});

test("a PDF that exhausts the memory ends alone, and what precedes it is read", async () => {
  const { action, unread } = await inspect([pdf(cpf), pdfBomb(2_000), pdf("later")]);
  expect([action, unread?.map(({ why }) => why)]).toEqual(["block", ["limit", "limit"]]);
});

test("a PDF that takes too long is unread", async () => {
  const { action, unread } = await inspect([endlessPdf()], { signal: AbortSignal.timeout(500) });
  expect([action, unread?.map(({ why }) => why)]).toEqual(["allow", ["limit"]]);
});

test("a request without a PDF is inspected once", async () => {
  let times = 0;
  await withPdfs(() => (times += 1));
  expect(times).toBe(1);
});

test("an object that refers to itself ends", async () => {
  const bytes = pdfOf(["<< /Type /Catalog /Pages 1 0 R /Kids [1 0 R] /Count 1 >>"]);
  expect((await inspect([bytes])).unread).toMatchObject([{ file: "pdf" }]);
});
