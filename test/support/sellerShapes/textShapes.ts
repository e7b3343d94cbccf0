import { type Draft, type Shape, textOf } from "./shape.ts";

/** The same answer in other bytes. */
export const textShapes: Readonly<Record<string, Shape>> = {
  "bytes-latin1": encoded("ISO-8859-1", (text) => Buffer.from(text, "latin1")),
  "bytes-utf16": encoded("utf-16", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")),
  "bytes-mark": encoded("utf-8", (text) => Buffer.from(`\uFEFF${text}`)),
  "bytes-json-string": encoded("utf-8", (text) => Buffer.from(JSON.stringify(text))),
  /** Latin 1 that calls itself UTF-8: letters with accents are lost. */
  "bytes-wrong": encoded("utf-8", (text) => Buffer.from(text, "latin1")),
  /** JSON that says it is a plain text. */
  "bytes-untyped": {
    encode: (draft) => ({ body: Buffer.from(textOf(draft)), contentType: "text/plain" }),
  },
};

function encoded(charset: string, encode: (text: string) => Uint8Array): Shape {
  return {
    encode: (draft: Draft) => {
      const type = draft.headers["content-type"] ?? "application/json";
      const bare = type.split(";")[0] ?? type;
      return { body: encode(textOf(draft)), contentType: `${bare}; charset=${charset}` };
    },
  };
}
