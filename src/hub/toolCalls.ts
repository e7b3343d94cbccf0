import { type Fields, isRecord, parseJson } from "../shared/json.ts";
import type { ToolCall } from "./chatTypes.ts";
import { HubError } from "./hubError.ts";

interface PartialCall {
  id: string;
  name: string;
  json: string;
}

const maxCalls = 128;
/** UTF-16 units of all arguments of one answer together. */
const maxArguments = 16 * 1024 * 1024;
/** No tool takes more, and whatever walks through them has only so much of a stack. */
const maxNesting = 200;

/** Puts the calls of one answer together from their pieces. Nothing of them is used before `complete`. */
export class ToolCalls {
  /** By index; wire values are never keys of an object. */
  readonly #calls = new Map<number, PartialCall>();
  #last: PartialCall | undefined;
  #size = 0;

  /** Takes the pieces of one delta. Throws `malformed_stream` for calls that cannot be told apart. */
  add(deltas: readonly unknown[]): void {
    for (const delta of deltas) {
      if (isRecord(delta)) {
        this.#addOne(delta);
      }
    }
  }

  /** All calls, parsed. Throws `malformed_stream` for one without a name or with broken arguments. */
  complete(): readonly ToolCall[] {
    return [...this.#calls.values()].map(({ id, name, json }) => {
      const parsed = json.trim() === "" ? {} : parseJson(json);
      if (!isRecord(parsed) || name === "" || nestingOf(json) > maxNesting) {
        throw new HubError({ kind: "malformed_stream" });
      }
      return { id, name, arguments: parsed };
    });
  }

  #addOne(delta: Fields): void {
    const id = typeof delta["id"] === "string" ? delta["id"].slice(0, 200) : "";
    const call = this.#callFor(delta["index"], id);
    const called = isRecord(delta["function"]) ? delta["function"] : {};
    call.id ||= id;
    call.name = nameWith(call, called["name"]);
    const piece = argumentsText(called["arguments"]);
    this.#size += piece.length;
    if (this.#size > maxArguments) {
      throw new HubError({ kind: "malformed_stream" });
    }
    call.json += piece;
    this.#last = call;
  }

  /** By its index; without one by its id; without both it continues the last. */
  #callFor(index: unknown, id: string): PartialCall {
    if (index === undefined || index === null) {
      const known = id === "" ? this.#last : this.#withId(id);
      return known ?? this.#create(Math.max(-1, ...this.#calls.keys()) + 1, id);
    }
    const isUsable = typeof index === "number" && Number.isInteger(index);
    return (isUsable ? this.#calls.get(index) : undefined) ?? this.#create(index, id);
  }

  #withId(id: string): PartialCall | undefined {
    return [...this.#calls.values()].find((call) => call.id === id);
  }

  #create(index: unknown, id: string): PartialCall {
    const isInRange =
      typeof index === "number" && Number.isInteger(index) && index >= 0 && index < maxCalls;
    if (!isInRange) {
      throw new HubError({ kind: "malformed_stream" });
    }
    const call = { id, name: "", json: "" };
    this.#calls.set(index, call);
    return call;
  }
}

/** Nearly all servers send a name whole, some with every piece again, a few in pieces before the arguments. */
function nameWith({ name, json }: PartialCall, piece: unknown): string {
  if (typeof piece !== "string" || piece === "" || name === piece) {
    return name;
  }
  if (piece.startsWith(name)) {
    return piece.slice(0, 200);
  }
  return json === "" ? (name + piece).slice(0, 200) : name;
}

/** Pieces of JSON text; some servers send the object itself, whole. */
function argumentsText(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  try {
    return isRecord(value) ? JSON.stringify(value) : "";
  } catch {
    // It is nested deeper than can be written.
    throw new HubError({ kind: "malformed_stream" });
  }
}

/** How deep objects and arrays are nested in a JSON text. */
function nestingOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charAt(at);
    if (unit === '"') {
      isInText = !isInText;
    } else if (isInText) {
      at += unit === "\\" ? 1 : 0;
    } else if (unit === "{" || unit === "[") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (unit === "}" || unit === "]") {
      depth -= 1;
    }
  }
  return deepest;
}
