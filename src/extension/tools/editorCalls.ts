import { maskPersonalData } from "../../dlp/mask/maskText.ts";
import type {
  PreparedCall,
  Tool,
  ToolOutcome,
  WriteProposal,
} from "../../shared/conversation/tool.ts";
import { boundedResult } from "../../shared/text/boundedResult.ts";

export interface EditorCallsDeps {
  readonly tool: (name: string) => Tool | undefined;
  readonly ask: (proposal: WriteProposal) => Promise<boolean>;
}

type PreparedWrite = Extract<PreparedCall, { kind: "write" }>;

const maxPrepared = 50;

/** Calls by other extensions' models. Sends an approved write exactly as approved, once. */
export class EditorCalls {
  readonly #deps: EditorCallsDeps;
  /** Writes about which the editor asks, by tool and input; each allows one call. */
  readonly #prepared = new Map<string, PreparedWrite>();

  constructor(deps: EditorCallsDeps) {
    this.#deps = deps;
  }

  async prepare(
    name: string,
    input: unknown,
    signal: AbortSignal,
  ): Promise<WriteProposal | undefined> {
    const tool = this.#deps.tool(name);
    if (tool?.isWrite !== true) {
      return undefined;
    }
    const prepared = await tool.prepare(input, signal);
    if (prepared.kind !== "write") {
      return undefined;
    }
    this.#keep(keyOf(name, input), prepared);
    return prepared.proposal;
  }

  /** Calls a tool. The result is bounded and masked here, because it bypasses the protected stream. */
  async invoke(name: string, input: unknown, signal: AbortSignal): Promise<string> {
    const { text } = await this.#outcomeOf(name, input, signal);
    return await boundedResult(text, maskPersonalData);
  }

  async #outcomeOf(name: string, input: unknown, signal: AbortSignal): Promise<ToolOutcome> {
    const key = keyOf(name, input);
    const asked = this.#prepared.get(key);
    this.#prepared.delete(key);
    const tool = this.#deps.tool(name);
    if (!tool) {
      return { state: "refused", text: "The person chose no environment." };
    }
    const prepared = asked ?? (await tool.prepare(input, signal));
    if (prepared.kind === "refused") {
      return prepared;
    }
    const mayRun =
      prepared.kind === "read" ||
      (asked !== undefined && !needsOwnQuestion(prepared.proposal)) ||
      (await this.#deps.ask(prepared.proposal));
    return mayRun
      ? await prepared.run(signal)
      : { state: "refused", text: "The person rejected it. Nothing was changed." };
  }

  #keep(key: string, prepared: PreparedWrite): void {
    this.#prepared.delete(key);
    this.#prepared.set(key, prepared);
    for (const oldest of [...this.#prepared.keys()].slice(0, -maxPrepared)) {
      this.#prepared.delete(oldest);
    }
  }
}

/** True if a write needs our own question: the editor may be set to skip its question, which we cannot detect. */
function needsOwnQuestion({ environment, acknowledgement }: WriteProposal): boolean {
  return environment.isProduction || acknowledgement !== undefined;
}

function keyOf(name: string, input: unknown): string {
  return JSON.stringify([name, input]);
}
