import type { DlpKind } from "../../dlp/kinds.ts";
import { maskText } from "../../dlp/maskText.ts";
import type { ChatRequest } from "../../hub/chatTypes.ts";
import type { Failure } from "../../shared/failure.ts";
import type { DlpMode } from "../../shared/protection.ts";
import { type Decision, type Decisions, everyOther } from "./decisions.ts";
import { Placeholders } from "./placeholders.ts";
import { changeTexts, type RequestText, withWholeTexts } from "./requestTexts.ts";
import type { TextScanner } from "./textScanner.ts";
import { type Verdict, verdictOn } from "./verdict.ts";

export interface ProtectionDeps {
  readonly mode: () => DlpMode;
  readonly decisions: Decisions;
  readonly scanner: TextScanner;
}

/** A request as it may leave. */
export interface ProtectedRequest {
  readonly request: ChatRequest;
  /** What stands for real values in it. */
  readonly placeholders: Placeholders;
  /** Why it may not leave as it is, if so. */
  readonly refusal?: Failure;
  /** What goes along and is worth saying. */
  readonly notice?: Failure;
  /** Keyed hashes of the values that `refusal` is about. */
  readonly refusedIds: readonly string[];
}

export interface ApplyOptions {
  readonly conversationId?: string | undefined;
  readonly undecided?: Decision | undefined;
}

const nothingFound = { texts: [], values: new Set<string>() };

/** A mask may make a value of what stood next to it. */
const maxPasses = 4;

const explanation =
  "Tokens in square brackets such as [CPF_1] or [EMAIL_2] stand for private values that you cannot see. " +
  "Where you need such a value, write its token exactly as it is.";

/** What is sensitive in a request, and what is done about it. */
export class Protection {
  readonly #deps: ProtectionDeps;

  constructor(deps: ProtectionDeps) {
    this.#deps = deps;
  }

  get mode(): DlpMode {
    return this.#deps.mode();
  }

  /**
   * Applies the setting and what was decided in the conversation to every text of the request; `undecided` is
   * the decision about everything else. The same request always gives the same one. What cannot be checked,
   * because it is nested deeper than 500, is refused.
   */
  async apply(request: ChatRequest, options: ApplyOptions = {}): Promise<ProtectedRequest> {
    try {
      return await this.#apply(withWholeTexts(request), options);
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      const placeholders = new Placeholders([]);
      return { request, placeholders, refusal: { kind: "dlp_local" }, refusedIds: [] };
    }
  }

  async #apply(
    request: ChatRequest,
    { conversationId, undecided }: ApplyOptions,
  ): Promise<ProtectedRequest> {
    const { mode } = this;
    const decisions = this.#deps.decisions.of(conversationId);
    const isOff = mode === "off" && decisions.size === 0 && undecided === undefined;
    const { texts, values } = isOff ? nothingFound : this.#scan(request);
    const placeholders = new Placeholders(texts);
    if (values.size === 0) {
      return { request, placeholders, refusedIds: [] };
    }
    const ids = await this.#deps.decisions.idsOf(values);
    const pass = new MaskingPass(this.#deps.scanner, placeholders, {
      mode,
      decisions,
      undecided,
      ids,
    });
    const masked = changeTexts(request, (text) => pass.change(text));
    return {
      request: placeholders.isEmpty ? masked : explained(masked),
      placeholders,
      refusedIds: [...pass.refusedIds],
      ...(pass.refused.size > 0 && { refusal: failureOf("dlp_local", pass.refused) }),
      ...(pass.told.size > 0 && { notice: failureOf("dlp_sent", pass.told) }),
    };
  }

  #scan(request: ChatRequest): {
    readonly texts: readonly string[];
    readonly values: ReadonlySet<string>;
  } {
    const texts: string[] = [];
    const values = new Set<string>();
    changeTexts(request, (found) => {
      texts.push(found.text);
      for (const { start, end } of this.#deps.scanner.scanRequestText(found)) {
        values.add(found.text.slice(start, end));
      }
      return found.text;
    });
    return { texts, values };
  }
}

interface Rules {
  readonly mode: DlpMode;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly undecided: Decision | undefined;
  /** Keyed hashes by value. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Changes the texts of one request and counts what it may not change. */
class MaskingPass {
  readonly #scanner: TextScanner;
  readonly #placeholders: Placeholders;
  readonly #rules: Rules;
  readonly refused = new Map<DlpKind, number>();
  readonly told = new Map<DlpKind, number>();
  readonly refusedIds = new Set<string>();

  constructor(scanner: TextScanner, placeholders: Placeholders, rules: Rules) {
    this.#scanner = scanner;
    this.#placeholders = placeholders;
    this.#rules = rules;
  }

  change(text: RequestText): string {
    let last = text.text;
    let changed = this.#changeOnce({ ...text, text: last }, true);
    for (let pass = 1; pass < maxPasses && changed !== last; pass += 1) {
      last = changed;
      changed = this.#changeOnce({ ...text, text: last }, false);
    }
    return changed;
  }

  #changeOnce(text: RequestText, isFirst: boolean): string {
    let result = "";
    let done = 0;
    for (const finding of this.#scanner.scanRequestText(text)) {
      const { kind, start, end } = finding;
      const value = text.text.slice(start, end);
      const id = this.#rules.ids.get(value);
      const { mode, decisions, undecided } = this.#rules;
      const decision = decisions.get(id ?? "") ?? decisions.get(everyOther) ?? undecided;
      const verdict =
        id === undefined && !isFirst
          ? this.#uncovered(finding.certainty)
          : verdictOn(finding, text.place, { mode, decision });
      if (isFirst) {
        this.#count(verdict, kind, id);
      }
      if (verdict === "mask" || verdict === "remove") {
        result += text.text.slice(done, start);
        result +=
          verdict === "mask"
            ? this.#placeholders.of(kind, value)
            : maskText(value, [{ ...finding, start: 0, end: value.length }]);
        done = end;
      }
    }
    return result + text.text.slice(done);
  }

  /** A value that is one only beside a placeholder: nobody was asked about it, and masking it harms nothing. */
  #uncovered(certainty: "certain" | "possible"): Verdict {
    return certainty === "certain" || this.#rules.mode === "mask" ? "mask" : "pass";
  }

  #count(verdict: Verdict, kind: DlpKind, id: string | undefined): void {
    if (verdict === "refuse" || verdict === "tell") {
      const counts = verdict === "refuse" ? this.refused : this.told;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    if (verdict === "refuse" && id !== undefined) {
      this.refusedIds.add(id);
    }
  }
}

function failureOf(kind: "dlp_local" | "dlp_sent", counts: ReadonlyMap<DlpKind, number>): Failure {
  return { kind, dlpFindings: [...counts].map(([type, count]) => ({ type, count })) };
}

/** Tells the model what placeholders are, behind what else it is told. */
function explained(request: ChatRequest): ChatRequest {
  const [first, ...rest] = request.messages;
  const messages: ChatRequest["messages"] =
    first?.role === "system"
      ? [{ ...first, content: `${first.content}\n\n${explanation}` }, ...rest]
      : [{ role: "system", content: explanation }, ...request.messages];
  return { ...request, messages };
}
