export type CodePage = "windows-1252" | "ibm850" | "macintosh";

export interface ByteDecoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** From 0x80 on. Excel's "CSV (MS-DOS)" and old Brazilian systems use it; `TextDecoder` does not know it. */
const page850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0";

const letters = "áàâãçéêíóôõúüñÁÀÂÃÇÉÊÍÓÔÕÚÜÑ";
const signs = "“”‘…•™®ºª°²³¹½¼¾×±´\u00A0";
const signsInWords = "’–—";

const leastLetters = 3;

export function byteDecoder(encoding: string): ByteDecoder {
  return encoding === "ibm850"
    ? { decode: (bytes = new Uint8Array()) => decode850(bytes) }
    : new TextDecoder(encoding);
}

function decode850(bytes: Uint8Array): string {
  const text: string[] = [];
  for (const byte of bytes) {
    text.push(byte < 0x80 ? String.fromCharCode(byte) : page850.charAt(byte - 0x80));
  }
  return text.join("");
}

/** Windows-1252, unless in it most accents stand where no word of Portuguese or Spanish has them. */
export function detectCodePage(sample: Uint8Array): CodePage {
  const usual = plausibility(sample, "windows-1252");
  const others = (["ibm850", "macintosh"] as const)
    .map((encoding) => ({ encoding, ...plausibility(sample, encoding) }))
    .filter(({ count, share }) => count >= leastLetters && share >= 0.9);
  const [best] = others.toSorted((a, b) => b.share - a.share);
  return best && usual.share <= 0.6 ? best.encoding : "windows-1252";
}

function plausibility(
  sample: Uint8Array,
  encoding: CodePage,
): { readonly count: number; readonly share: number } {
  // All three have one character for each byte.
  const text = byteDecoder(encoding).decode(sample);
  let high = 0;
  let count = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte >= 0x80) {
      high += 1;
      count += isPlausible(text, index) ? 1 : 0;
    }
  }
  return { count, share: high === 0 ? 1 : count / high };
}

function isPlausible(text: string, index: number): boolean {
  const char = text.charAt(index);
  const [before, after] = [text.charAt(index - 1), text.charAt(index + 1)];
  if (!letters.includes(char)) {
    const isInWord = isLetter(before) && isLetter(after);
    return signsInWords.includes(char) || (signs.includes(char) && !isInWord);
  }
  if (/ç/iu.test(char) && !/[aouáâãóôõú]/iu.test(after)) {
    return false;
  }
  const isInCapitals = isCapital(before) && isCapital(text.charAt(index - 2));
  return isCapital(char) ? !isSmall(before) : !isCapital(after) && !isInCapitals;
}

function isLetter(char: string): boolean {
  return /\p{L}/u.test(char);
}

function isCapital(char: string): boolean {
  return /\p{Lu}/u.test(char);
}

function isSmall(char: string): boolean {
  return /\p{Ll}/u.test(char);
}
