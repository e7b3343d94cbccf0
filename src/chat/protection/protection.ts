import type { Finding } from "../../dlp/find/finding.ts";
import { maskText } from "../../dlp/mask/maskText.ts";
import type { ChatRequest } from "../../hub/wire/chatTypes.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { HubPlace, PlacedKind } from "../../shared/guarded/dataProtection.ts";
import { hubProtection } from "../../shared/guarded/dataProtection.ts";
import type { LeftValues } from "../../shared/guarded/leftValues.ts";
import type { DlpMode } from "../../shared/guarded/protection.ts";
import { type FoundKind, isTextKind } from "../../shared/guarded/sensitiveKinds.ts";
import { ConversationSecrets } from "./conversationSecrets.ts";
import { type Decision, type Decisions, everyOther } from "./decisions.ts";
import { KnownValues } from "./knownValues.ts";
import { type Hiding, leftValuesOf } from "./leftValues.ts";
import { Placeholders, tokenExplanation } from "./placeholders.ts";
import { type FoundValue, RequestScanner } from "./requestScanner.ts";
import {
  changeTexts,
  type RequestPlace,
  type RequestText,
  withWholeTexts,
} from "./requestTexts.ts";
import type { TextScanner } from "./textScanner.ts";
import { type Verdict, verdictOn } from "./verdict.ts";

export interface ProtectionDeps {
  readonly mode: () => DlpMode;
  readonly decisions: Decisions;
  readonly scanner: TextScanner;
}

export interface ProtectedRequest {
  readonly request: ChatRequest;
  readonly placeholders: Placeholders;
  readonly refusal?: Failure;
  readonly notice?: Failure;
  readonly left?: LeftValues;
  readonly hidden: readonly PlacedKind[];
  readonly refusedIds: readonly string[];
}

export interface ApplyOptions {
  readonly conversationId?: string | undefined;
  readonly undecided?: Decision | undefined;
}

const nothingFound = { texts: [], found: [] };
const nothingHidden = { hidden: [], refusedIds: [] };

/** A mask may turn its neighbouring text into a value, so the text is searched again, at most this often. */
const maxPasses = 4;

const hubPlaces: Partial<Readonly<Record<RequestPlace, HubPlace>>> = {
  instructions: "system",
  toolResult: "tool",
};

const bareNumber = /(?<![\p{L}\p{N}])\d{8,19}(?![\p{L}\p{N}])/gu;

export class Protection {
  readonly #deps: ProtectionDeps;
  readonly #requests: RequestScanner;
  readonly #secrets = new ConversationSecrets();
  readonly #refused = new Map<string, readonly string[]>();

  constructor(deps: ProtectionDeps) {
    this.#deps = deps;
    this.#requests = new RequestScanner(deps.scanner);
  }

  refusedIn(conversationId: string): readonly string[] {
    return this.#refused.get(conversationId) ?? [];
  }

  get mode(): DlpMode {
    return this.#deps.mode();
  }

  /**
   * Applies the setting and the conversation's decisions; `undecided` decides all other values. A hub token is never
   * sent. A request nested deeper than 500 is refused, and a picture that the hub would refuse.
   */
  async apply(request: ChatRequest, options: ApplyOptions = {}): Promise<ProtectedRequest> {
    if (hubProtection()?.refuse_unread === true && this.#requests.hasUnread(request)) {
      return refused(request, "dlp_unread");
    }
    try {
      return await this.#apply(withWholeTexts(this.#requests.withoutTokens(request)), options);
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      return refused(request, "dlp_local");
    }
  }

  async #apply(
    request: ChatRequest,
    { conversationId, undecided }: ApplyOptions,
  ): Promise<ProtectedRequest> {
    const { mode } = this;
    const decisions = this.#deps.decisions.of(conversationId);
    const isOff = mode === "off" && decisions.size === 0 && undecided === undefined;
    const { texts, found: seen } = isOff ? nothingFound : this.#requests.scan(request);
    const found = [...seen, ...this.#secrets.missing(conversationId, texts, seen)];
    const placeholders = new Placeholders(texts);
    if (found.length === 0) {
      const left = isOff ? { left: { masked: {}, clear: [], isUnchecked: true } } : {};
      return { request, placeholders, ...nothingHidden, ...left };
    }
    const values = new Set(found.map(({ value }) => value));
    const ids = await this.#deps.decisions.idsOf(values);
    const pass = new MaskingPass(this.#deps.scanner, placeholders, {
      mode,
      decisions,
      undecided,
      ids,
    });
    pass.hideEverywhere(found);
    const masked = changeTexts(request, (text) => pass.change(text));
    pass.refuseFixed(found);
    if (conversationId !== undefined) {
      this.#refused.set(conversationId, [...pass.refusedIds]);
    }
    return {
      request: placeholders.isEmpty ? masked : explained(masked),
      placeholders,
      hidden: hiddenKinds(found, pass.hiddenValues),
      left: leftValuesOf(values, { hidden: pass.hiddenValues, ids, placeholders }),
      refusedIds: [...pass.refusedIds],
      ...(pass.refused.size > 0 && { refusal: failureOf("dlp_local", pass.refused) }),
      ...(pass.told.size > 0 && { notice: failureOf("dlp_sent", pass.told) }),
    };
  }
}

interface Rules {
  readonly mode: DlpMode;
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly undecided: Decision | undefined;
  readonly ids: ReadonlyMap<string, string>;
}

class MaskingPass {
  readonly #scanner: TextScanner;
  readonly #placeholders: Placeholders;
  readonly #rules: Rules;
  readonly #hidden = new Map<string, Hiding>();
  readonly hiddenValues = new Map<string, Hiding>();
  #known = new KnownValues([]);
  readonly refused = new Map<FoundKind, number>();
  readonly told = new Map<FoundKind, number>();
  readonly refusedIds = new Set<string>();

  constructor(scanner: TextScanner, placeholders: Placeholders, rules: Rules) {
    this.#scanner = scanner;
    this.#placeholders = placeholders;
    this.#rules = rules;
  }

  /**
   * Hides a value everywhere if it is hidden once. Otherwise a model could write a placeholder between letters, and
   * the restored value would not be found again. A piece of a cut value is hidden only in its place.
   */
  hideEverywhere(found: readonly FoundValue[]): void {
    const whole = new Set<string>();
    for (const { kind, value, isCut, ...finding } of found) {
      const verdict = this.#verdictOn({ ...finding, kind }, finding.place, value);
      if (verdict === "mask" || verdict === "remove") {
        this.hiddenValues.set(value, { kind, verdict });
        if (!isCut) {
          whole.add(value);
        }
        if (!isCut && !isTextKind(kind)) {
          this.#hidden.set(value.replaceAll(/\D/gu, ""), { kind, verdict });
        }
      }
    }
    this.#known = new KnownValues(whole);
  }

  change(text: RequestText): string {
    let last = text.text;
    let changed = this.#changeOnce({ ...text, text: last }, true);
    for (let pass = 1; pass < maxPasses && changed !== last; pass += 1) {
      last = changed;
      changed = this.#changeOnce({ ...text, text: last, cut: [] }, false);
    }
    return this.hiddenValues.size === 0 ? changed : this.#withoutKnown(changed);
  }

  /** A picture is sent as it is, so a certain value that would be hidden is refused. */
  refuseFixed(found: readonly FoundValue[]): void {
    for (const { value, place, ...finding } of found.filter(({ isFixed }) => isFixed)) {
      const verdict = this.#verdictOn(finding, place, value);
      const isHidden = verdict === "mask" || verdict === "remove";
      if (verdict === "refuse" || (isHidden && finding.certainty === "certain")) {
        this.#count("refuse", finding.kind, this.#rules.ids.get(value));
      }
    }
  }

  #withoutKnown(text: string): string {
    const numbers = text.replaceAll(bareNumber, (digits) => {
      const hidden = this.#hidden.get(digits);
      return hidden ? this.#hide(digits, hidden.kind, hidden.verdict) : digits;
    });
    return this.#known.replaceIn(numbers, (value) => {
      const hidden = this.hiddenValues.get(value);
      return hidden ? this.#hide(value, hidden.kind, hidden.verdict) : value;
    });
  }

  #changeOnce(text: RequestText, isFirst: boolean): string {
    let result = "";
    let done = 0;
    for (const finding of this.#scanner.scanRequestText(text)) {
      const { kind, start, end } = finding;
      const value = text.text.slice(start, end);
      const isUncovered = !isFirst && !this.#rules.ids.has(value);
      const verdict = isUncovered
        ? this.#uncovered(finding.certainty)
        : this.#verdictOn(finding, text.place, value);
      if (isFirst) {
        this.#count(verdict, kind, this.#rules.ids.get(value));
      }
      if (verdict === "mask" || verdict === "remove") {
        result += text.text.slice(done, start) + this.#hide(value, kind, verdict);
        done = end;
      }
    }
    return result + text.text.slice(done);
  }

  #verdictOn(finding: Finding, place: RequestPlace, value: string): Verdict {
    const { ids, mode, decisions, undecided } = this.#rules;
    const id = ids.get(value) ?? "";
    const decision = decisions.get(id) ?? decisions.get(everyOther) ?? undecided;
    return verdictOn(finding, place, { mode, decision });
  }

  #hide(value: string, kind: FoundKind, verdict: "mask" | "remove"): string {
    return verdict === "mask"
      ? this.#placeholders.of(kind, value)
      : maskText(value, [{ kind, start: 0, end: value.length, certainty: "certain" }]);
  }

  /** Values that appeared only beside a placeholder, so the person has not decided on them. */
  #uncovered(certainty: "certain" | "possible"): Verdict {
    return certainty === "certain" || this.#rules.mode === "mask" ? "mask" : "pass";
  }

  #count(verdict: Verdict, kind: FoundKind, id: string | undefined): void {
    if (verdict === "refuse" || verdict === "tell") {
      const counts = verdict === "refuse" ? this.refused : this.told;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    if (verdict === "refuse" && id !== undefined) {
      this.refusedIds.add(id);
    }
  }
}

function hiddenKinds(
  found: readonly FoundValue[],
  hidden: ReadonlyMap<string, Hiding>,
): readonly PlacedKind[] {
  return found.flatMap(({ kind, place, value, certainty }) =>
    certainty === "certain" && hidden.has(value)
      ? [{ kind, place: hubPlaces[place] ?? "text" }]
      : [],
  );
}

function refused(request: ChatRequest, kind: "dlp_local" | "dlp_unread"): ProtectedRequest {
  return { request, placeholders: new Placeholders([]), refusal: { kind }, ...nothingHidden };
}

function failureOf(
  kind: "dlp_local" | "dlp_sent",
  counts: ReadonlyMap<FoundKind, number>,
): Failure {
  return { kind, dlpFindings: [...counts].map(([type, count]) => ({ type, count })) };
}

/**
 * Adds the explanation of placeholders. An agent has it from the first request, so that a finding does not change the
 * start of a long conversation.
 */
function explained(request: ChatRequest): ChatRequest {
  const [first, ...rest] = request.messages;
  if (first?.role === "system" && first.content.includes(tokenExplanation)) {
    return request;
  }
  const messages: ChatRequest["messages"] =
    first?.role === "system"
      ? [{ ...first, content: `${first.content}\n\n${tokenExplanation}` }, ...rest]
      : [{ role: "system", content: tokenExplanation }, ...request.messages];
  return { ...request, messages };
}
