import { type Fields, isRecord, parseJson } from "../shared/json.ts";
import type { ToolCall } from "./chatTypes.ts";
import { HubError } from "./hubError.ts";

interface PartialCall {
  id: string;
  name: string;
  json: string;
}

const maxCalls = 128;
/** Most UTF-16 units for the arguments of all calls of one answer. */
const maxArguments = 16 * 1024 * 1024;
/** Most UTF-16 units that are kept of arguments that are no JSON object. */
const maxUnreadable = 2_000;
/** Deeper than any tool's arguments; recursive code that walks through them would run out of stack. */
const maxNesting = 200;

/** Assembles the tool calls of one answer from their pieces. No call is handed out before `complete`. */
export class ToolCalls {
  readonly #calls: PartialCall[] = [];
  /** A map: a value from the wire is never used as a key of an object. */
  readonly #byIndex = new Map<number, PartialCall>();
  #last: PartialCall | undefined;
  #size = 0;

  /** Adds the pieces of one delta. Throws `malformed_stream` if a piece cannot be assigned to a call. */
  add(deltas: readonly unknown[]): void {
    for (const delta of deltas) {
      if (isRecord(delta)) {
        this.#addOne(delta);
      }
    }
  }

  /**
   * All calls, parsed. Arguments that are no JSON object are the model's mistake, so the call is marked as unreadable.
   * Throws `malformed_stream` if a name is missing.
   */
  complete(): readonly ToolCall[] {
    return this.#calls.map(({ id, name, json }) => {
      if (name === "") {
        throw new HubError({ kind: "malformed_stream" });
      }
      const parsed = json.trim() === "" ? {} : parseJson(json);
      return isRecord(parsed) && nestingOf(json) <= maxNesting
        ? { id, name, arguments: parsed }
        : { id, name, arguments: {}, unreadable: json.slice(0, maxUnreadable) };
    });
  }

  #addOne(delta: Fields): void {
    const id = typeof delta["id"] === "string" ? delta["id"].slice(0, 200) : "";
    const called = isRecord(delta["function"]) ? delta["function"] : {};
    const call = this.#callFor(delta["index"], { id, name: called["name"] });
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

  /** Finds a call by index, without an index by id; a piece without both continues the last call. */
  #callFor(index: unknown, head: CallHead): PartialCall {
    const { id } = head;
    if (index === undefined || index === null) {
      const known = id === "" ? this.#last : this.#calls.find((call) => call.id === id);
      return known ?? this.#create(Math.max(-1, ...this.#byIndex.keys()) + 1, id);
    }
    const known = typeof index === "number" ? this.#byIndex.get(index) : undefined;
    return known && !isNext(known, head) ? known : this.#create(index, id);
  }

  #create(index: unknown, id: string): PartialCall {
    const isInRange =
      typeof index === "number" && Number.isInteger(index) && index >= 0 && index < maxCalls;
    if (!isInRange || this.#calls.length >= maxCalls) {
      throw new HubError({ kind: "malformed_stream" });
    }
    const call = { id, name: "", json: "" };
    this.#calls.push(call);
    this.#byIndex.set(index, call);
    return call;
  }
}

/** What a piece says of its call, beside the arguments. */
interface CallHead {
  readonly id: string;
  readonly name: unknown;
}

/**
 * Whether a piece begins another call than a known one with the same index: some servers give each of several calls the
 * index 0. An id of its own is not enough, because others make a new one for each piece.
 */
function isNext(known: PartialCall, { id, name }: CallHead): boolean {
  const isOther = id !== "" && known.id !== "" && id !== known.id;
  return isOther && typeof name === "string" && name !== "" && isRecord(parseJson(known.json));
}

/**
 * Most servers send the name whole, some repeat it with every piece, a few send it in pieces before the
 * arguments.
 */
function nameWith({ name, json }: PartialCall, piece: unknown): string {
  if (typeof piece !== "string" || piece === "" || name === piece) {
    return name;
  }
  if (piece.startsWith(name)) {
    return piece.slice(0, 200);
  }
  return json === "" ? (name + piece).slice(0, 200) : name;
}

/** A piece of JSON text; some servers send the arguments as a value instead. */
function argumentsText(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  try {
    return value === undefined || value === null ? "" : JSON.stringify(value);
  } catch {
    // `JSON.stringify` overflowed its stack. The text is no JSON, so the call is unreadable.
    return "(nested too deeply)";
  }
}

/** The depth of nested objects and arrays in a JSON text. */
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
