import { crc32 } from "node:zlib";

import { gzipSync, strToU8, zipSync, zlibSync } from "fflate";

/** A PNG of one pixel with more chunks before its end. */
export function png(...chunks: readonly (readonly [type: string, data: Uint8Array])[]): Uint8Array {
  const header = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0);
  const pixels = zlibSync(Uint8Array.of(0, 0));
  const all = [["IHDR", header], ...chunks, ["IDAT", pixels], ["IEND", new Uint8Array()]] as const;
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    ...all.map(([type, data]) => chunk(type, data)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function plainChunk(text: string): readonly [string, Uint8Array] {
  return ["tEXt", Buffer.from(`Comment\0${text}`, "latin1")];
}

export function packedChunk(text: string): readonly [string, Uint8Array] {
  return ["zTXt", Buffer.concat([Buffer.from("Comment\0\0"), zlibSync(strToU8(text))])];
}

export function languageChunk(text: string, isPacked: boolean): readonly [string, Uint8Array] {
  const content = isPacked ? zlibSync(strToU8(text)) : strToU8(text);
  const head = Buffer.from(`XML:com.adobe.xmp\0${isPacked ? "\x01" : "\0"}\0pt\0\0`);
  return ["iTXt", Buffer.concat([head, content])];
}

/** A document as Word writes it, with one run per text. */
export function docx(...runs: readonly string[]): Uint8Array {
  const style = '<w:rPr><w:b/><w:lang w:val="pt-BR"/></w:rPr>';
  const body = runs.map((text) => `<w:r w:rsidR="00A77B3E">${style}<w:t>${text}</w:t></w:r>`);
  return zipSync({
    "[Content_Types].xml": strToU8('<?xml version="1.0"?><Types/>'),
    "word/document.xml": strToU8(
      `<?xml version="1.0"?><w:document><w:body><w:p>${body.join("")}</w:p></w:body></w:document>`,
    ),
  });
}

export function xlsx(...cells: readonly string[]): Uint8Array {
  const strings = cells.map((text) => `<si><t>${text}</t></si>`).join("");
  return zipSync({ "xl/sharedStrings.xml": strToU8(`<?xml version="1.0"?><sst>${strings}</sst>`) });
}

/** One-page JPEG without pixels, with a comment. */
export function jpeg(comment: string): Uint8Array {
  const data = Buffer.from(comment);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  const [start, end] = [Uint8Array.of(0xff, 0xd8, 0xff, 0xfe), Uint8Array.of(0xff, 0xd9)];
  return Buffer.concat([start, length, data, end]);
}

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { mtime: 0 });
}

/** Levels of zip files around `size` zero bytes, as a bomb has them. */
export function bomb(size: number, levels: number): Uint8Array {
  let inner: Uint8Array = new Uint8Array(size);
  for (let level = 0; level < levels; level += 1) {
    inner = zipSync({ [`${level}.bin`]: inner });
  }
  return inner;
}
