import { constants, deflateRawSync } from "node:zlib";

import { strToU8, zlibSync } from "fflate";

/** A PDF of numbered objects; the first is the catalog. */
export function pdfOf(objects: readonly (string | Uint8Array)[], trailer = ""): Uint8Array {
  const parts: Uint8Array[] = [strToU8("%PDF-1.7\n")];
  const places: number[] = [];
  let length = 9;
  const add = (part: string | Uint8Array): void => {
    const bytes = typeof part === "string" ? strToU8(part, true) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [at, object] of objects.entries()) {
    places.push(length);
    add(`${at + 1} 0 obj\n`);
    add(object);
    add("\nendobj\n");
  }
  const start = length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

export function packedStream(
  content: string | Uint8Array,
  { entries = "", isPacked = false } = {},
): Uint8Array {
  const bytes = typeof content === "string" ? strToU8(content, true) : content;
  const packed = isPacked ? bytes : zlibSync(bytes);
  const filter = entries.includes("/Filter") ? "" : "/Filter /FlateDecode";
  return Buffer.concat([
    strToU8(`<< /Length ${packed.length} ${filter} ${entries} >>\nstream\n`, true),
    packed,
    strToU8("\nendstream"),
  ]);
}

interface PageOptions {
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  readonly more?: readonly (string | Uint8Array)[];
  readonly trailer?: string;
}

/** A page with this content stream; `more` are the objects from 6 on. */
export function pageOf(
  content: Uint8Array,
  { catalog = "", page = "", resources = "", more = [], trailer = "" }: PageOptions = {},
): Uint8Array {
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R ${page}
         /Resources << /Font << /F1 5 0 R >> ${resources} >> >>`,
      content,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ...more,
    ],
    trailer,
  );
}

const lineOf = (text: string): string => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;

/** One page with a text in a compressed stream. */
export function pdf(text: string, options?: PageOptions): Uint8Array {
  return pageOf(packedStream(lineOf(text)), options);
}

export function encryptedPdf(): Uint8Array {
  const keys = `/O <${"41".repeat(32)}> /U <${"42".repeat(32)}>`;
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 ${keys} /P -4 >>`;
  return pdf("secret", { trailer: `${encrypt} /ID [<41> <42>]` });
}

/** A page that only shows a picture of one pixel. */
export function scannedPdf(): Uint8Array {
  const entries =
    "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8";
  return pageOf(packedStream("/I Do"), {
    resources: "/XObject << /I 6 0 R >>",
    more: [packedStream("\0", { entries })],
  });
}

/** Form fields, notes, an outline, properties, metadata and an attached file, each with a text. */
export function pdfAround(texts: {
  readonly field: string;
  readonly note: string;
  readonly outline: string;
  readonly title: string;
  readonly attached: Uint8Array;
}): Uint8Array {
  return pdf("Nothing", {
    catalog: `/AcroForm << /Fields [6 0 R] >> /Outlines 8 0 R
       /Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>`,
    page: "/Annots [6 0 R 7 0 R]",
    trailer: `/Info << /Title (${texts.title}) >>`,
    more: [
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (${texts.field}) /Rect [0 0 9 9] >>`,
      `<< /Type /Annot /Subtype /Text /Contents (${texts.note}) /Rect [0 0 9 9] >>`,
      "<< /Type /Outlines /First 9 0 R /Last 9 0 R /Count 1 >>",
      `<< /Title (${texts.outline}) /Parent 8 0 R /Dest [3 0 R /Fit] >>`,
      "<< /Type /Filespec /F (a.bin) /EF << /F 11 0 R >> >>",
      packedStream(texts.attached, { entries: "/Type /EmbeddedFile" }),
    ],
  });
}

/** A content stream that inflates to many megabytes, packed twice. */
export function pdfBomb(megabytes: number): Uint8Array {
  const flushed = { finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(Buffer.alloc(megabyte, " "), flushed);
  const once = Buffer.concat([
    Uint8Array.of(0x78, 0x9c),
    ...Array.from({ length: megabytes }, () => block),
    Uint8Array.of(0x03, 0, 0, 0, 0, 0),
  ]);
  return pageOf(packedStream(once, { entries: "/Filter [/FlateDecode /FlateDecode]" }));
}

const megabyte = 1_024 * 1_024;

/** Forms that each show the next one ten times; the last has a text. */
export function endlessPdf(): Uint8Array {
  const next = "/N Do ".repeat(10);
  const levels = Array.from({ length: 12 }, (_, level) =>
    packedStream(level < 11 ? next : lineOf("a"), {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 9 9]
        /Resources << /Font << /F1 5 0 R >> /XObject << /N ${level + 7} 0 R >> >>`,
    }),
  );
  return pageOf(packedStream(next), { resources: "/XObject << /N 6 0 R >>", more: levels });
}

/** A page tree that contains itself, with a million pages. */
export function circularPdf(): Uint8Array {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [2 0 R] /Count 1000000 >>",
  ]);
}
