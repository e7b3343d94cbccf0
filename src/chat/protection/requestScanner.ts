import type { Finding } from "../../dlp/finding.ts";
import type { ChatRequest, ChatTool } from "../../hub/chatTypes.ts";
import {
  changedTool,
  changeTexts,
  type RequestPlace,
  type RequestText,
  withoutTokens,
} from "./requestTexts.ts";
import type { TextScanner } from "./textScanner.ts";

/** A value of a request and where it was found. */
export interface FoundValue extends Finding {
  readonly value: string;
  readonly place: RequestPlace;
}

interface ScannedRequest {
  /** All texts of the request. */
  readonly texts: readonly string[];
  readonly found: readonly FoundValue[];
}

/**
 * Reads requests. It remembers the tools that have no hub token, and those that have no value either: a chat offers the
 * same objects with each message, and to read twenty of them took longer than all else that happens to a message before
 * it is sent.
 */
export class RequestScanner {
  readonly #scanner: TextScanner;
  /** A definition that is changed has to be another object. */
  readonly #toolsWithoutTokens = new WeakSet<ChatTool>();
  /** With the texts of each. */
  readonly #harmlessTools = new WeakMap<ChatTool, readonly string[]>();

  constructor(scanner: TextScanner) {
    this.#scanner = scanner;
  }

  /** The request without hub tokens; the same object if it has no token. */
  withoutTokens(request: ChatRequest): ChatRequest {
    return withoutTokens(request, this.#toolsWithoutTokens);
  }

  /** `request` comes from `withoutTokens`. */
  scan({ tools = [], ...rest }: ChatRequest): ScannedRequest {
    const texts: string[] = [];
    const found: FoundValue[] = [];
    const read = (text: RequestText): string => {
      texts.push(text.text);
      for (const finding of this.#scanner.scanRequestText(text)) {
        const value = text.text.slice(finding.start, finding.end);
        found.push({ ...finding, value, place: text.place });
      }
      return text.text;
    };
    changeTexts(rest, read);
    for (const tool of tools) {
      const known = this.#harmlessTools.get(tool);
      if (known) {
        texts.push(...known);
        continue;
      }
      const before = { texts: texts.length, found: found.length };
      changedTool(tool, read);
      if (found.length === before.found) {
        this.#harmlessTools.set(tool, texts.slice(before.texts));
      }
    }
    return { texts, found };
  }
}
