import type { Encoding } from "./bytesText.ts";
import type { EncodedForm } from "./encodedForm.ts";
import { lineBreaks } from "./encodedText.ts";

/** A changed text in the form of the original: its alphabet, padding, encoding and line breaks. */
export function encodedAgain(
  original: string,
  changed: string,
  { encoding, form }: { readonly encoding: Encoding; readonly form: EncodedForm },
): string {
  const lineBreak = lineBreaks.find((one) => original.includes(one));
  if (lineBreak === undefined) {
    return form.encode(bytesOf(changed, encoding), original);
  }
  const whole = form.encode(bytesOf(changed, encoding), original.replaceAll(lineBreak, ""));
  const length = original.indexOf(lineBreak);
  const lines: string[] = [];
  for (let at = 0; at < whole.length; at += length) {
    lines.push(whole.slice(at, at + length));
  }
  return lines.join(lineBreak);
}

/** Each byte as one character. */
function bytesOf(text: string, encoding: Encoding): string {
  switch (encoding) {
    case "latin1":
      return text;
    case "utf-8":
      return charactersOf(new TextEncoder().encode(text));
    default:
      return charactersOf(
        Array.from({ length: 2 * text.length }, (_, at) => {
          const unit = text.charCodeAt(at >> 1);
          return at % 2 === 0 ? unit & 0xff : unit >> 8;
        }),
      );
  }
}

function charactersOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
