import type { Finding } from "../../dlp/find/finding.ts";
import type { ChatRequest, ChatTool } from "../../hub/wire/chatTypes.ts";
import {
  changedTool,
  changeTexts,
  type RequestPlace,
  type RequestText,
  withoutTokens,
} from "./requestTexts.ts";
import type { TextScanner } from "./textScanner.ts";

export interface FoundValue extends Finding {
  readonly value: string;
  readonly place: RequestPlace;
  /** Only a piece of a value, whose rest is in another message. */
  readonly isCut: boolean;
  /** True in a picture, which cannot be masked. */
  readonly isFixed?: boolean;
}

interface ScannedRequest {
  readonly texts: readonly string[];
  readonly found: readonly FoundValue[];
}

/**
 * Scans a request. Scans of equal tools are cached, because twenty tools took longer than all other work before a
 * send.
 */
export class RequestScanner {
  readonly #scanner: TextScanner;
  /** Tools that were checked already; a changed definition must be a new object. */
  readonly #toolsWithoutTokens = new WeakSet<ChatTool>();
  readonly #harmlessTools = new WeakMap<ChatTool, readonly string[]>();

  constructor(scanner: TextScanner) {
    this.#scanner = scanner;
  }

  withoutTokens(request: ChatRequest): ChatRequest {
    return withoutTokens(request, this.#toolsWithoutTokens);
  }

  scan({ tools = [], ...rest }: ChatRequest): ScannedRequest {
    const texts: string[] = [];
    const found: FoundValue[] = [];
    const read = (text: RequestText): string => {
      texts.push(text.text);
      for (const finding of this.#scanner.scanRequestText(text)) {
        const value = text.text.slice(finding.start, finding.end);
        const isCut = text.cut?.includes(finding) === true;
        found.push({ ...finding, value, place: text.place, isCut });
      }
      return text.text;
    };
    changeTexts(rest, read);
    for (const { text } of this.#picturesOf(rest)) {
      for (const finding of this.#scanner.scan(text)) {
        const value = text.slice(finding.start, finding.end);
        found.push({ ...finding, value, place: "message", isCut: false, isFixed: true });
      }
    }
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

  /** True if a picture cannot be searched as a whole. */
  hasUnread(request: ChatRequest): boolean {
    return this.#picturesOf(request).some(({ unread }) => unread !== undefined);
  }

  #picturesOf({ messages }: ChatRequest): readonly ReturnType<TextScanner["picture"]>[] {
    return messages
      .flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .flatMap((part) => (part.type === "image" ? [this.#scanner.picture(part.base64)] : []));
  }
}
