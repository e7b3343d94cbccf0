/** Where a value does not fit, from the outermost key inwards, and which rule it breaks. */
export class Mismatch {
  readonly path: string[] = [];
  readonly expected: string;

  constructor(expected: string) {
    this.expected = expected;
  }

  under(key: string | number): this {
    this.path.unshift(String(key));
    return this;
  }

  get text(): string {
    return `expected ${this.expected}${this.path.length > 0 ? ` at ${this.path.join(".")}` : ""}`;
  }
}

/** The value as it is taken over, or a `Mismatch`. */
export type Read = (input: unknown) => unknown;
export type Shape = Readonly<Record<string, Schema>>;

interface Traits {
  /** Whether a key with this schema may be left out of an object. */
  readonly isOptional?: boolean;
  /** The fields of an object. */
  readonly shape?: Shape;
  /** The only values that fit, if they can be listed. */
  readonly values?: readonly unknown[];
  /** For alternatives told apart by a field: its values. */
  readonly tags?: (field: string) => readonly unknown[];
}

/** Reads one form of values; the functions of `schemas.ts` build it. */
export class Schema {
  readonly read: Read;
  readonly traits: Traits;

  constructor(read: Read, traits: Traits = {}) {
    this.read = read;
    this.traits = traits;
  }

  get shape(): Shape {
    return this.traits.shape ?? {};
  }

  /** The values that fit, as of an enumeration; none where they cannot be listed. */
  get options(): readonly unknown[] {
    return this.traits.values ?? [];
  }

  check(...checks: readonly Read[]): Schema {
    return new Schema(
      (input) =>
        checks.reduce(
          (value, check) => (value instanceof Mismatch ? value : check(value)),
          this.read(input),
        ),
      this.traits,
    );
  }

  safeParse(input: unknown): object {
    const data = this.read(input);
    return data instanceof Mismatch
      ? { success: false, error: new TypeError(data.text) }
      : { success: true, data };
  }

  parse(input: unknown): unknown {
    const data = this.read(input);
    if (data instanceof Mismatch) {
      throw new TypeError(data.text);
    }
    return data;
  }
}
