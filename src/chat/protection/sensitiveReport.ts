import type { Attachment } from "../../context/attachment.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import { shownValue } from "../../dlp/mask/shownValue.ts";
import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { Conversation } from "../../shared/conversation/conversation.ts";
import { visiblePath } from "../../shared/conversation/transcript.ts";
import { hubActionOn, hubProtection } from "../../shared/guarded/dataProtection.ts";
import {
  type DlpMode,
  isMaskedUnasked,
  type SensitiveValue,
} from "../../shared/guarded/protection.ts";
import { type Decision, type Decisions, everyOther } from "./decisions.ts";
import type { TextScanner } from "./textScanner.ts";
import { verdictOn } from "./verdict.ts";

type Place = SensitiveValue["place"];

export interface ReportSource {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly placeOf: (finding: Finding) => Place;
}

const maxListed = 100;

export function draftSource(text: string, findings: readonly Finding[]): ReportSource {
  return { text, findings, placeOf: ({ start, end }) => ({ where: "draft", start, end }) };
}

export function attachmentSources(
  attachments: readonly Attachment[],
  scanner: TextScanner,
): readonly ReportSource[] {
  return attachments.flatMap(({ info, content }) => {
    const named = { where: "attachment", attachmentId: info.id, name: info.name } as const;
    const path = { text: info.path, findings: scanner.scan(info.path), placeOf: () => named };
    if (info.kind === "image") {
      return [path];
    }
    const lineOf = lineCounter(content, info.startLine ?? 1);
    const inside = {
      text: content,
      findings: scanner.scan(content),
      placeOf: ({ start }: Finding) => ({ ...named, line: lineOf(start) }),
    };
    return [path, inside];
  });
}

/** All texts that a new answer sends. */
export function pathSources(
  conversation: Conversation,
  leafId: string | null,
  deps: {
    readonly scanner: TextScanner;
    readonly attachment: (id: string) => Attachment | undefined;
  },
): readonly ReportSource[] {
  const { scanner, attachment } = deps;
  return visiblePath({ ...conversation, leafId }).flatMap((message): readonly ReportSource[] => {
    if (message.role === "user") {
      const { id: messageId, text } = message;
      const own: ReportSource = {
        text,
        findings: scanner.scan(text),
        placeOf: ({ start, end }) => ({ where: "message", messageId, start, end }),
      };
      const along = message.attachments.flatMap(({ id }) => attachment(id) ?? []);
      return [own, ...attachmentSources(along, scanner)];
    }
    return message.parts.map((part) => {
      const text = part.kind === "toolCall" ? (part.result ?? "") : part.text;
      const place: Place =
        part.kind === "toolCall"
          ? { where: "tool", name: part.name }
          : { where: "message", messageId: message.id, start: 0, end: 0 };
      const findings = part.kind === "reasoning" ? [] : scanner.scan(text);
      return { text, findings, placeOf: () => place };
    });
  });
}

export interface ReportDeps {
  readonly mode: DlpMode;
  readonly decisions: Decisions;
  readonly conversationId: string;
}

interface Reported {
  readonly report: SensitiveReport;
  readonly ids: ReadonlySet<string>;
  readonly undecidedIds: ReadonlySet<string>;
  readonly maskableIds: ReadonlySet<string>;
}

/** Values for a page, and their ids for decisions. */
export async function sensitiveReport(
  sources: readonly ReportSource[],
  { mode, decisions, conversationId }: ReportDeps,
): Promise<Reported> {
  const ids = await decisions.idsOf(valuesIn(sources));
  const decided = decisions.of(conversationId);
  const listed: SensitiveValue[] = [];
  const undecidedIds = new Set<string>();
  const maskableIds = new Set<string>();
  let total = 0;
  let route: SensitiveReport["route"];
  for (const { text, findings, placeOf } of sources) {
    for (const finding of findings) {
      const value = text.slice(finding.start, finding.end);
      const id = ids.get(value) ?? "";
      const decision = decided.get(id) ?? decided.get(everyOther);
      total += 1;
      if (verdictOn(finding, "message", { mode, decision }) === "refuse") {
        undecidedIds.add(id);
      }
      if (decision === undefined && isMaskedUnasked(finding)) {
        maskableIds.add(id);
      }
      const place = placeOf(finding);
      route ??= routeByHub(finding, { place, decision, mode });
      if (listed.length < maxListed) {
        listed.push({ id, ...shownFinding(finding, value), place, ...(decision && { decision }) });
      }
    }
  }
  const counts = { total, undecided: undecidedIds.size };
  const report = { mode, values: listed, ...counts, ...(route && { route }) };
  return { report, ids: new Set(ids.values()), undecidedIds, maskableIds };
}

function valuesIn(sources: readonly ReportSource[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap(({ text, findings }) =>
      findings.map(({ start, end }) => text.slice(start, end)),
    ),
  );
}

function routeByHub(
  { kind, certainty }: Finding,
  {
    place,
    decision,
    mode,
  }: {
    readonly place: Place;
    readonly decision: Decision | undefined;
    readonly mode: DlpMode;
  },
): SensitiveReport["route"] {
  const hub = hubProtection();
  const isSentClear = decision === undefined ? mode !== "mask" : decision === "allow";
  const action = hubActionOn({ kind, place: place.where === "tool" ? "tool" : "text" });
  const isRouted = certainty === "certain" && action === "route";
  return hub && isRouted && (isSentClear || !hub.may_mask)
    ? { ...(hub.in_house !== null && { model: hub.in_house }), mayMask: hub.may_mask }
    : undefined;
}

function shownFinding(
  { kind, certainty, doubt, secret }: Finding,
  value: string,
): Pick<SensitiveValue, "kind" | "certainty" | "doubt" | "secret" | "shown"> {
  return {
    kind,
    certainty,
    ...(doubt && { doubt }),
    ...(secret && { secret }),
    shown: shownValue(kind, value),
  };
}

function lineCounter(text: string, first: number): (position: number) => number {
  let line = first;
  let at = 0;
  return (position) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < position;) {
      line += 1;
      at = next + 1;
      next = text.indexOf("\n", at);
    }
    return line;
  };
}
