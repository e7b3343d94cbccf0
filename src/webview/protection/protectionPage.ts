import { computed, signal, type ReadonlySignal } from "@preact/signals";

import type { Handlers } from "../../shared/base/rpc.ts";
import type {
  protectionShows,
  SensitiveChoices,
  SensitiveReport,
  SentValues,
} from "../../shared/calls/protectionCalls.ts";
import type { Message } from "../../shared/conversation/conversation.ts";
import type { SensitiveValue } from "../../shared/guarded/protection.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";
import { shiftedSpans, type Span } from "./shiftedSpans.ts";

export type SensitiveDecision = NonNullable<SensitiveValue["decision"]>;

export interface MarkedSpan extends Span {
  readonly value: SensitiveValue;
}

export function createProtectionPage(deps: PageFeatureDeps): ProtectionPage {
  return new ProtectionPage(deps);
}

export class ProtectionPage {
  readonly #deps: PageFeatureDeps;
  readonly #report = signal<SensitiveReport | undefined>(undefined);
  readonly #base = signal("");
  readonly #isAsking = signal(false);
  #sendAgain: () => Promise<void> = () => Promise.resolve();

  readonly shows: Handlers<typeof protectionShows> = {
    showSensitive: ({ conversationId, report }) => {
      if (conversationId === this.#conversationId) {
        this.#take(report);
      }
    },
  };

  readonly places: ReadonlySignal<readonly MarkedSpan[]> = computed(() =>
    placesIn(this.#report.value, this.#base.value, this.#deps.composer.typed.value),
  );

  /** Underlined places: values that the question will list, or that are masked. */
  readonly marks: ReadonlySignal<readonly MarkedSpan[]> = computed(() => {
    const report = this.#report.value;
    return this.places.value.filter(({ value }) => report && isMarked(value, report));
  });

  /** A number that changes when the host may have more records of the message. */
  readonly leftVersions: ReadonlySignal<ReadonlyMap<string, number>> = computed(() => {
    const { state } = this.#deps;
    return leftVersions(state.messageIds.value.map((id) => state.message(id)?.value));
  });

  constructor(deps: PageFeatureDeps) {
    this.#deps = deps;
  }

  get report(): ReadonlySignal<SensitiveReport | undefined> {
    return this.#report;
  }

  get isAsking(): ReadonlySignal<boolean> {
    return this.#isAsking;
  }

  decideFirst(report: SensitiveReport, sendAgain: () => Promise<void>): void {
    this.#take(report);
    this.#sendAgain = sendAgain;
    this.#isAsking.value = report.undecided > 0;
  }

  stopAsking(): void {
    this.#isAsking.value = false;
  }

  async decideAndSend(decision: SensitiveDecision, choices?: SensitiveChoices): Promise<void> {
    await this.#decide({ decision, choices });
    this.stopAsking();
    await this.#sendAgain();
  }

  async undecidedIn(text: string): Promise<SensitiveReport | undefined> {
    const params = { conversationId: this.#conversationId, text };
    // The host checks again before sending: a failure here is harmless.
    const report = await this.#deps.host.checkText(params).catch(() => undefined);
    return report && report.undecided > 0 ? report : undefined;
  }

  async decideText(
    text: string,
    decision: SensitiveDecision,
    choices: SensitiveChoices | undefined,
  ): Promise<void> {
    await this.#decide({ text, decision, choices });
  }

  async decideValue(id: string, decision: SensitiveDecision): Promise<void> {
    const decided = { conversationId: this.#conversationId, id, decision };
    await this.#deps.host.decideValue(decided).catch(() => undefined);
  }

  async decideMessage(messageId: string, decision: SensitiveDecision): Promise<void> {
    await this.#decide({ messageId, decision });
  }

  async checkMessage(messageId: string): Promise<SensitiveReport | undefined> {
    const params = { conversationId: this.#conversationId, messageId };
    return await this.#deps.host.checkMessage(params).catch(() => undefined);
  }

  async sentValues(messageId: string): Promise<SentValues | undefined> {
    const params = { conversationId: this.#conversationId, messageId };
    return await this.#deps.host.sentValues(params).catch(() => undefined);
  }

  countIn(attachmentId: string): number {
    return (this.#report.value?.values ?? []).filter(
      ({ place }) => place.where === "attachment" && place.attachmentId === attachmentId,
    ).length;
  }

  async #decide({ choices, ...about }: Decided): Promise<void> {
    const conversationId = this.#conversationId;
    const params = { conversationId, ...about, ...(choices && { choices }) };
    await this.#deps.host.decideAll(params).catch(() => undefined);
  }

  get #conversationId(): string {
    return this.#deps.state.conversationId.value;
  }

  #take(report: SensitiveReport): void {
    const { composer } = this.#deps;
    // Positions in an older text are useless; the next report will follow.
    const isCurrent = report.draftVersion === composer.version;
    this.#base.value = isCurrent ? composer.text.value : "";
    this.#report.value = report;
    if (report.undecided === 0) {
      this.#isAsking.value = false;
    }
  }
}

interface Decided {
  readonly decision: SensitiveDecision;
  readonly choices?: SensitiveChoices | undefined;
  readonly text?: string;
  readonly messageId?: string;
}

/**
 * True if a value is underlined. If any value needs a decision, all are; otherwise not those that are sent unmasked,
 * which the list above explains.
 */
function isMarked({ decision }: SensitiveValue, { mode, undecided }: SensitiveReport): boolean {
  if (undecided > 0) {
    return true;
  }
  return decision === undefined ? mode === "mask" : decision !== "allow";
}

function placesIn(
  report: SensitiveReport | undefined,
  base: string,
  typed: string,
): readonly MarkedSpan[] {
  if (!report || base === "" || typed === "") {
    return [];
  }
  const spans = report.values.flatMap((value) => {
    const { place } = value;
    return place.where === "draft" ? [{ start: place.start, end: place.end, value }] : [];
  });
  return spans.length === 0 ? [] : shiftedSpans(spans, base, typed);
}

export const { Provider: ProtectionProvider, usePart: useProtection } =
  pagePart<ProtectionPage>("protection");

/**
 * A number that changes with the recorded values of a message's requests. Zero without a record, so that most messages
 * need no call.
 */
function leftVersions(messages: readonly (Message | undefined)[]): ReadonlyMap<string, number> {
  const versions = new Map<string, number>();
  let below = 0;
  for (const message of messages.toReversed()) {
    if (message?.role === "assistant" && message.left) {
      const { masked, clear, rest, isUnchecked } = message.left;
      below += 1 + Object.keys(masked).length + clear.length * 1_001;
      below += (rest === "clear" ? 0.5 : 0) + (isUnchecked ? 0.25 : 0);
    } else if (message?.role === "user") {
      versions.set(message.id, below);
    }
  }
  return versions;
}
