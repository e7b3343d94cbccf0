import { ApiError } from "../http/apiError.ts";

export type Mutable = Record<string, unknown>;

/** A text of an answer, or a piece of it. */
export interface Slot {
  /** The text to which a piece belongs. */
  readonly key: string;
  /** The choice or block of the text. */
  readonly owner: string;
  readonly isJson: boolean;
  /** `signed`: the vendor refuses the next turn if this text was changed. */
  readonly reasoning?: "signed" | "unsigned";
  readonly holder: Mutable;
  readonly name: string;
  /** An event that adds only this text; absent for a text that comes whole. */
  readonly eventOf?: (text: string) => object;
}

export interface Reading {
  readonly pieces: readonly Slot[];
  readonly wholes: readonly Slot[];
  /** True if a text to which this event adds nothing ends before it. */
  readonly ends: (text: Pick<Slot, "key" | "owner">) => boolean;
  /** True if the pieces of this owner in the event are its last. */
  readonly isLast: (owner: string) => boolean;
  /** Clears the fields that repeat the text token by token. */
  readonly clearTokens: () => boolean;
  /** Removes signatures of reasoning whose text was masked. */
  readonly clearSignatures: () => boolean;
}

export type ReadTexts = (event: Mutable) => Reading;

export const noReading: Reading = {
  pieces: [],
  wholes: [],
  ends: () => false,
  isLast: () => false,
  clearTokens: () => false,
  clearSignatures: () => false,
};

/** Throws an `ApiError` if it is nested too deep to be written. */
export function writtenJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new ApiError(
      502,
      "The model's answer has a value to be masked and is nested too deep for that.",
      { cause },
    );
  }
}

/** The object of an event that the hub parsed itself, so that it may be changed. */
export function objectOf(value: unknown): Mutable | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is Mutable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectsOf(value: unknown): readonly Mutable[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map(objectOf).filter((item) => item !== undefined);
}

export function hasText(holder: Mutable, name: string): boolean {
  const value = holder[name];
  return typeof value === "string" && value !== "";
}

/** A text that comes whole. */
export function wholeSlot(holder: Mutable, name: string, isJson: boolean): Slot {
  return { key: "", owner: "", isJson, holder, name };
}
