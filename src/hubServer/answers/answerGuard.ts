import { setImmediate } from "node:timers/promises";

import { AnswerText } from "../../dlp/answer/answerText.ts";
import { actionOf, type DlpRules } from "../../dlp/dlpRules.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import type { FieldFinding } from "../../dlp/scanRequest.ts";
import { type DlpAction, forEachKind } from "../../shared/guarded/sensitiveKinds.ts";
import { parseFields } from "../formats/base/fields.ts";
import type { ApiFormat } from "../store/records.ts";
import { anthropicTexts } from "./anthropicTexts.ts";
import type { KnownValues } from "./knownValues.ts";
import { openAiTexts } from "./openAiTexts.ts";
import { responsesTexts } from "./responsesTexts.ts";
import { objectOf, type ReadTexts, type Slot, writtenJson } from "./slot.ts";

/** Characters between two turns of other requests. */
const sliceLength = 16_384;

/** What a profile asks for in one answer, and what was found in it. */
export class AnswerGuard {
  readonly read: ReadTexts;
  readonly #rules: DlpRules;
  /** Reports and masks nothing. */
  readonly #signedRules: DlpRules;
  readonly #known: Pick<KnownValues, "has">;
  hasMaskedReasoning = false;
  readonly #found = new Map<string, FieldFinding>();

  constructor(format: ApiFormat, rules: DlpRules, known: Pick<KnownValues, "has">) {
    this.read =
      format === "anthropic"
        ? anthropicTexts
        : format === "responses"
          ? responsesTexts
          : openAiTexts;
    this.#rules = rules;
    this.#signedRules = withoutMasks(rules);
    this.#known = known;
  }

  /** Counts by kind and action, without values. */
  get findings(): readonly FieldFinding[] {
    return [...this.#found.values()];
  }

  get masks(): boolean {
    const { own = [], ...policy } = this.#rules;
    return own.some(({ action }) => action === "mask") || Object.values(policy).includes("mask");
  }

  /** A text of an unknown form. */
  masked(given: string): string {
    const text = this.text({ isJson: false });
    return text.push(given) + text.end();
  }

  text({ isJson, reasoning }: Pick<Slot, "isJson" | "reasoning">, isCounted = true): AnswerText {
    const rules = reasoning === "signed" ? this.#signedRules : this.#rules;
    return new AnswerText({
      rules,
      ...(isJson && { isJson }),
      isKnown: (kind, value) => this.#known.has(kind, value),
      onFound: (finding) => {
        const action = actionOf(rules, finding.kind);
        this.hasMaskedReasoning ||= reasoning !== undefined && action === "mask";
        if (isCounted) {
          this.#count(finding, action);
        }
      },
    });
  }

  /** Masks a text that came whole. True if it changed. */
  maskWhole(slot: Slot, isCounted: boolean): boolean {
    const given = writtenText(slot);
    const text = this.text(slot, isCounted);
    return putText(slot, given, text.push(given) + text.end());
  }

  /** As `maskWhole`, with turns for other requests. */
  async maskLong(slot: Slot): Promise<boolean> {
    const given = writtenText(slot);
    const text = this.text(slot);
    let masked = "";
    for (let at = 0; at < given.length; at += sliceLength) {
      masked += text.push(given.slice(at, at + sliceLength));
      if (at > 0) {
        await setImmediate();
      }
    }
    return putText(slot, given, masked + text.end());
  }

  #count({ kind, secret }: Finding, action: DlpAction): void {
    const key = `${action} ${kind} ${secret}`;
    const count = (this.#found.get(key)?.count ?? 0) + 1;
    this.#found.set(key, { kind, count, field: "answer", action, ...(secret && { secret }) });
  }
}

function told(action: DlpAction): DlpAction {
  return action === "mask" ? "alert" : action;
}

function withoutMasks({ own = [], ...rules }: DlpRules): DlpRules {
  return {
    ...rules,
    ...forEachKind((kind) => told(rules[kind])),
    own: own.map((rule) => ({ ...rule, action: told(rule.action) })),
  };
}

function writtenText({ holder, name }: Slot): string {
  const value = holder[name];
  return typeof value === "string" ? value : writtenJson(value);
}

function putText({ holder, name }: Slot, given: string, masked: string): boolean {
  if (masked !== given) {
    holder[name] =
      typeof holder[name] === "string" ? masked : (objectOf(parseFields(masked)) ?? {});
  }
  return masked !== given;
}
