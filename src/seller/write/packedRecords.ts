import * as z from "zod/mini";

import { type Fields, parseJson } from "../../shared/base/json.ts";
import { PackedTexts } from "../../shared/text/packedTexts.ts";

/** The most sets of names. A list has few, but they come from outside. */
const maxShapes = 1_000;

/** The first value is the index of a record's names, or the names themselves. */
const packedSchema = z.tuple([z.union([z.number(), z.array(z.string())])], z.unknown());

/** Records outside JavaScript's heap: values as JSON, shared names stored once. */
export class PackedRecords {
  readonly #texts = new PackedTexts();
  readonly #shapes: (readonly string[])[] = [];
  readonly #shapeByNames = new Map<string, number>();
  #last: { readonly names: readonly string[]; readonly shape: number | undefined } = {
    names: [],
    shape: undefined,
  };

  add(record: Fields): number {
    const names = Object.keys(record).filter((name) => record[name] !== undefined);
    const packed: unknown[] = [this.#shapeOf(names) ?? names];
    for (const name of names) {
      packed.push(record[name]);
    }
    return this.#texts.add(JSON.stringify(packed, packable));
  }

  /** Empty for an index that `add` did not return. */
  at(index: number): Fields {
    const packed = packedSchema.safeParse(parseJson(this.#texts.at(index))).data ?? [[]];
    const [shape, ...values] = packed;
    const names = typeof shape === "number" ? (this.#shapes[shape] ?? []) : shape;
    // `fromEntries` makes own fields, also of a name such as `__proto__`.
    return Object.fromEntries(names.map((name, place) => [name, values[place]]));
  }

  #shapeOf(names: readonly string[]): number | undefined {
    const last = this.#last;
    if (names.length === last.names.length && names.every((name, at) => name === last.names[at])) {
      return last.shape;
    }
    const shape = this.#placeOf(names);
    this.#last = { names, shape };
    return shape;
  }

  #placeOf(names: readonly string[]): number | undefined {
    const key = JSON.stringify(names);
    const known = this.#shapeByNames.get(key);
    if (known !== undefined || this.#shapes.length >= maxShapes) {
      return known;
    }
    this.#shapeByNames.set(key, this.#shapes.length);
    return this.#shapes.push(names) - 1;
  }
}

/** Replaces an infinite number, which JSON cannot write, but which `1e400` in an answer is parsed as. */
function packable(_: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
