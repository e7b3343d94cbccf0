import { type Fields, isRecord, parseJson } from "../../shared/base/json.ts";
import { HubError } from "../errors/hubError.ts";
import type { CallPiece, ToolCall } from "./chatTypes.ts";

interface PartialCall {
  id: string;
  name: string;
  json: string;
}

const maxCalls = 128;
const maxArguments = 16 * 1024 * 1024;
const maxUnreadable = 2_000;
/** Deeper nesting would overflow the stack of recursive code. */
const maxNesting = 200;

export class ToolCalls {
  readonly #calls: PartialCall[] = [];
  /** Calls by their index; a map, because a value from the wire must never be an object key. */
  readonly #byIndex = new Map<number, PartialCall>();
  #last: PartialCall | undefined;
  #size = 0;

  get last(): CallPiece | undefined {
    return this.#last;
  }

  add(deltas: readonly unknown[]): void {
    for (const delta of deltas) {
      if (isRecord(delta)) {
        this.#addOne(delta);
      }
    }
  }

  /** The name is empty if the model gave none. */
  complete(): readonly ToolCall[] {
    return this.#calls.map(({ id, name: given, json }) => {
      const name = given.trim() === "" ? "" : given;
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

interface CallHead {
  readonly id: string;
  readonly name: unknown;
}

/**
 * True if a piece begins the next call: some servers use index 0 for every call; others make a new id for each piece.
 */
function isNext(known: PartialCall, { id, name }: CallHead): boolean {
  const isOther = id !== "" && known.id !== "" && id !== known.id;
  return isOther && typeof name === "string" && name !== "" && isRecord(parseJson(known.json));
}

/** Some servers repeat the name in every piece, a few split it. */
function nameWith({ name, json }: PartialCall, piece: unknown): string {
  if (typeof piece !== "string" || piece === "" || name === piece) {
    return name;
  }
  if (piece.startsWith(name)) {
    return piece.slice(0, 200);
  }
  return json === "" ? (name + piece).slice(0, 200) : name;
}

/** Some servers send arguments as a value instead of JSON text. */
function argumentsText(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  try {
    return value === undefined || value === null ? "" : JSON.stringify(value);
  } catch {
    // The stack overflowed. This text makes the call unreadable.
    return "(nested too deeply)";
  }
}

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
