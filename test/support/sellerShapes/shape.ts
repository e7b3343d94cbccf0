import type { Fields } from "../../../src/shared/base/json.ts";

/** What a shape needs to know of the request. */
export interface ShapedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** An answer before it is written out: a value that becomes JSON, or a text as it is. */
export interface Draft {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: { readonly value: unknown } | { readonly text: string };
}

/** An error of the sandbox. */
export interface RefusedCall {
  readonly status: number;
  readonly codigo: string;
  readonly mensagem: string;
  readonly erros: readonly { readonly campo: string; readonly mensagem: string }[];
}

/**
 * One way in which a portal may answer. Each part changes another kind of answer, so several
 * shapes can be joined: the entries of a list by one, the list itself by another.
 */
export interface Shape {
  readonly entry?: (entry: Fields, request: ShapedRequest) => unknown;
  readonly list?: (entries: readonly unknown[], request: ShapedRequest) => Draft;
  /** Also the whole answer of a call for one record. */
  readonly record?: (record: unknown) => unknown;
  readonly written?: (answer: Fields) => Draft;
  readonly refused?: (error: RefusedCall) => Draft;
  /** Writes the text of any answer in other bytes. */
  readonly encode?: (draft: Draft) => { readonly body: Uint8Array; readonly contentType: string };
  /** In the place of any list: bytes without an end in sight. */
  readonly isHuge?: boolean;
}

export function json(value: unknown, status = 200, headers: Draft["headers"] = {}): Draft {
  return { status, headers, content: { value } };
}

export function text(content: string, contentType: string, status = 200): Draft {
  return { status, headers: { "content-type": contentType }, content: { text: content } };
}

/** The text of a draft. */
export function textOf({ content }: Draft): string {
  return "text" in content ? content.text : JSON.stringify(content.value);
}
