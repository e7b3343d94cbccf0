/** The upper halves of console code pages that `TextDecoder` lacks. */
const tables: Readonly<Record<number, string>> = {
  437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
};
const labels: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
};
const firstWindows = 1_250;
const lastWindows = 1_258;
/** In bytes; a longer line is decoded in pieces. */
const maxLine = 16_384;
const lineFeed = 10;
const carriageReturn = 13;

export interface OutputDecoder {
  decode(bytes: Uint8Array): string;
  flush(): string;
}

export function utf8Decoder(): OutputDecoder {
  const decoder = new TextDecoder();
  return {
    decode: (bytes) => decoder.decode(bytes, { stream: true }),
    flush: () => decoder.decode(),
  };
}

/**
 * On Windows programs mix UTF-8 and the console's code page: a line that is not UTF-8 is decoded by the code page, or
 * Windows-1252. An unfinished line waits.
 */
export class LineDecoder implements OutputDecoder {
  readonly #other: (bytes: Uint8Array) => string;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #rest: Uint8Array = new Uint8Array();

  constructor(codePage: number) {
    this.#other = decoderOf(codePage);
  }

  decode(bytes: Uint8Array): string {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    let text = "";
    let start = 0;
    for (let at = this.#rest.length; at < all.length; at += 1) {
      const isEnd = all[at] === lineFeed || all[at] === carriageReturn;
      if (isEnd || at - start >= maxLine) {
        text += this.#line(all.subarray(start, at + 1));
        start = at + 1;
      }
    }
    this.#rest = all.slice(start);
    return text;
  }

  flush(): string {
    const rest = this.#rest;
    this.#rest = new Uint8Array();
    return this.#line(rest);
  }

  #line(bytes: Uint8Array): string {
    try {
      return this.#utf8.decode(bytes);
    } catch {
      return this.#other(bytes);
    }
  }
}

function decoderOf(codePage: number): (bytes: Uint8Array) => string {
  // 858 is 850 with a euro sign instead of a dotless i.
  const table = codePage === 858 ? tables[850]?.replace("ı", "€") : tables[codePage];
  if (table !== undefined) {
    return (bytes) =>
      Array.from(bytes, (byte) =>
        byte < 128 ? String.fromCharCode(byte) : table.charAt(byte - 128),
      ).join("");
  }
  const isWindows = codePage >= firstWindows && codePage <= lastWindows;
  const decoder = new TextDecoder(labels[codePage] ?? `windows-${isWindows ? codePage : 1_252}`);
  return (bytes) => decoder.decode(bytes);
}
