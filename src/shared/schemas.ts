/**
 * Takes the place of `zod/mini` in the pages and in what the host loads at once (`ownSchemas` in scripts/ownSchemas.ts):
 * the functions of it that are used there, with the same results, in a tenth of the code. `schemas.test.ts` holds both
 * side by side. A bundle that uses another function of zod does not build until the function is added here.
 */

import { Mismatch, type Read, Schema, type Shape } from "./schema.ts";

function typed(expected: string, fits: (input: unknown) => boolean): () => Schema {
  return () => new Schema((input) => (fits(input) ? input : new Mismatch(expected)));
}

export const string = typed("a text", (input) => typeof input === "string");
export const number = typed("a number", (input) => Number.isFinite(input));
export const int = typed("a whole number", (input) => Number.isSafeInteger(input));
export const boolean = typed("true or false", (input) => typeof input === "boolean");
export const unknown = typed("anything", () => true);

interface UrlRules {
  readonly protocol: RegExp;
  readonly hostname: RegExp;
}

/** An address without the spaces around it; its protocol, without the colon, and its host must match. */
export function url({ protocol, hostname }: UrlRules): Schema {
  return new Schema((input) => {
    const text = typeof input === "string" ? input.trim() : "";
    const address = URL.canParse(text) ? new URL(text) : undefined;
    return address &&
      protocol.test(address.protocol.slice(0, -1)) &&
      hostname.test(address.hostname)
      ? text.replaceAll(/[\t\n\r]/gu, "")
      : new Mismatch("an address");
  });
}

function listed(values: readonly unknown[]): Schema {
  const known = new Set(values);
  return new Schema((input) => (known.has(input) ? input : new Mismatch("a known value")), {
    values,
  });
}

export function literal(value: unknown): Schema {
  return listed([value].flat());
}

function enumOf(values: readonly string[]): Schema {
  return listed(values);
}
export { enumOf as enum };

export function optional(inner: Schema): Schema {
  return new Schema((input) => (input === undefined ? undefined : inner.read(input)), {
    ...inner.traits,
    isOptional: true,
  });
}

export function nullable(inner: Schema): Schema {
  return new Schema((input) => (input === null ? null : inner.read(input)), inner.traits);
}

export function nullish(inner: Schema): Schema {
  return optional(nullable(inner));
}

/** Fields that the shape does not name are left out of the result. */
export function object(shape: Shape): Schema {
  return objectWith(shape, false);
}

/** Keeps fields that the shape does not name. */
export function looseObject(shape: Shape): Schema {
  return objectWith(shape, true);
}

function objectWith(shape: Shape, isLoose: boolean): Schema {
  const fields = Object.entries(shape);
  const read = (input: unknown): unknown => {
    if (!isObject(input)) {
      return new Mismatch("an object");
    }
    const result: Record<string, unknown> = isLoose ? { ...input } : {};
    for (const [key, { read: readField, traits }] of fields) {
      if (key in input) {
        const value = readField(input[key]);
        if (value instanceof Mismatch) {
          return value.under(key);
        }
        result[key] = value;
      } else if (traits.isOptional !== true) {
        return new Mismatch("a value").under(key);
      }
    }
    return result;
  };
  return new Schema(read, { shape, tags: (field) => shape[field]?.traits.values ?? [] });
}

export function extend({ shape }: Schema, more: Shape): Schema {
  return object({ ...shape, ...more });
}

export function partial({ shape }: Schema): Schema {
  return object(
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, optional(field)])),
  );
}

export function pick({ shape }: Schema, names: object): Schema {
  return object(Object.fromEntries(Object.entries(shape).filter(([name]) => name in names)));
}

export function array(element: Schema): Schema {
  return new Schema((input) =>
    Array.isArray(input) ? readAll(input, () => element) : new Mismatch("a list"),
  );
}

export function tuple(elements: readonly Schema[]): Schema {
  return new Schema((input) =>
    Array.isArray(input) && input.length === elements.length
      ? readAll(input, (index) => elements[index])
      : new Mismatch(`a list of ${elements.length}`),
  );
}

function readAll(
  input: readonly unknown[],
  schemaAt: (index: number) => Schema | undefined,
): unknown {
  const result: unknown[] = [];
  for (const [index, element] of input.entries()) {
    const value = schemaAt(index)?.read(element);
    if (value instanceof Mismatch) {
      return value.under(index);
    }
    result.push(value);
  }
  return result;
}

/** A key `__proto__` is left out, so that no message reaches a prototype. */
export function record(keySchema: Schema, valueSchema: Schema): Schema {
  return new Schema((input) => {
    if (!isObject(input)) {
      return new Mismatch("an object");
    }
    const result: Record<string, unknown> = {};
    for (const [key, element] of Object.entries(input)) {
      if (key !== "__proto__") {
        const name = keySchema.read(key);
        const value = name instanceof Mismatch ? name : valueSchema.read(element);
        if (value instanceof Mismatch) {
          return value.under(key);
        }
        result[key] = value;
      }
    }
    return result;
  });
}

/** The first alternative that fits. */
export function union(options: readonly Schema[]): Schema {
  return new Schema((input) => {
    for (const { read } of options) {
      const value = read(input);
      if (!(value instanceof Mismatch)) {
        return value;
      }
    }
    return new Mismatch("one of several forms");
  });
}

export function discriminatedUnion(field: string, options: readonly Schema[]): Schema {
  const byTag = new Map(
    options.flatMap((option) => tagsOf(option, field).map((tag) => [tag, option] as const)),
  );
  return new Schema(
    (input) => {
      const option = isObject(input) ? byTag.get(input[field]) : undefined;
      return option ? option.read(input) : new Mismatch("a known form").under(field);
    },
    { tags: (name) => options.flatMap((option) => tagsOf(option, name)) },
  );
}

function tagsOf({ traits }: Schema, field: string): readonly unknown[] {
  return traits.tags?.(field) ?? [];
}

function rule(expected: string, fits: (value: never) => boolean): Read {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check runs on what its own schema has read
  return (value) => (fits(value as never) ? value : new Mismatch(expected));
}

export function maxLength(most: number): Read {
  return rule(`a length of at most ${most}`, ({ length }: string) => length <= most);
}

export function minLength(least: number): Read {
  return rule(`a length of at least ${least}`, ({ length }: string) => length >= least);
}

export function regex(pattern: RegExp): Read {
  return rule(`the form ${pattern.source}`, (text: string) => pattern.test(text));
}

export function lte(most: number): Read {
  return rule(`at most ${most}`, (value: number) => value <= most);
}

export { lte as maximum };

export function gte(least: number): Read {
  return rule(`at least ${least}`, (value: number) => value >= least);
}
export { gte as minimum };

export function nonnegative(): Read {
  return rule("no negative number", (value: number) => value >= 0);
}

export function positive(): Read {
  return rule("a positive number", (value: number) => value > 0);
}

export function trim(): Read {
  return (value) => String(value).trim();
}

/** The part of zod's own error that says what does not fit; its message is JSON. */
interface ZodIssue {
  readonly path: readonly PropertyKey[];
  readonly expected?: string;
}

/** What does not fit and where, in one line, also of the error of a room's schema that is zod's own. */
export function prettifyError({
  message,
  issues: [issue] = [],
}: Error & { readonly issues?: readonly ZodIssue[] }): string {
  if (!issue) {
    return message;
  }
  const mismatch = new Mismatch(issue.expected ?? "another value");
  mismatch.path.push(...issue.path.map(String));
  return mismatch.text;
}

function isObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
