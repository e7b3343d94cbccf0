import type { Attachment } from "../../context/attachment.ts";
import { findCutValues } from "../../dlp/cutValues.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import { shownValue } from "../../dlp/mask/shownValue.ts";
import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { Conversation, UserMessage } from "../../shared/conversation/conversation.ts";
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
  /** Absent for texts inside of another message. */
  readonly role?: "user" | "assistant" | "tool";
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly placeOf: (finding: Finding) => Place;
}

const maxListed = 100;

export function draftSource(text: string, findings: readonly Finding[]): ReportSource {
  return {
    role: "user",
    text,
    findings,
    placeOf: ({ start, end }) => ({ where: "draft", start, end }),
  };
}

export function attachmentSources(
  attachments: readonly Attachment[],
  scanner: TextScanner,
): readonly ReportSource[] {
  return attachments.flatMap(({ info, content }) => {
    const named = { where: "attachment", attachmentId: info.id, name: info.name } as const;
    const path = { text: info.path, findings: scanner.scan(info.path), placeOf: () => named };
    if (info.kind === "image") {
      const { text } = scanner.picture(content);
      return [path, { text, findings: scanner.scan(text), placeOf: () => named }];
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
  const path = visiblePath({ ...conversation, leafId });
  const sources = path.flatMap((message): readonly ReportSource[] => {
    if (message.role === "user") {
      const own = messageSource(message, scanner.scan(message.text));
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
      const role = part.kind === "toolCall" ? "tool" : "assistant";
      return { role, text, findings, placeOf: () => place };
    });
  });
  return withCutValues(sources);
}

/** The draft and its attachments, with the earlier part of a value that is cut over the last message and the draft. */
export function unsentSources(
  draft: Pick<ReportSource, "text" | "findings">,
  attachments: readonly Attachment[],
  { conversation, scanner }: { readonly conversation: Conversation; readonly scanner: TextScanner },
): readonly ReportSource[] {
  const own = draftSource(draft.text, draft.findings);
  const last = visiblePath(conversation).findLast(({ role }) => role === "user");
  if (last?.role !== "user" || attachments.length > 0) {
    return [own, ...attachmentSources(attachments, scanner)];
  }
  const sources = withCutValues([messageSource(last, []), own]);
  return sources.toReversed().filter(({ findings }) => findings.length > 0);
}

/** A message of the person, with its part of a value that is cut over it and the message before. */
export function questionSource(
  conversation: Conversation,
  message: UserMessage,
  scanner: TextScanner,
): ReportSource {
  const path = visiblePath({ ...conversation, leafId: message.parentId });
  const before = path.findLast((one) => one.role === "user");
  const own = messageSource(message, scanner.scan(message.text));
  return before?.role === "user"
    ? (withCutValues([messageSource(before, []), own])[1] ?? own)
    : own;
}

function messageSource(
  { id: messageId, text }: UserMessage,
  findings: readonly Finding[],
): ReportSource {
  return {
    role: "user",
    text,
    findings,
    placeOf: ({ start, end }) => ({ where: "message", messageId, start, end }),
  };
}

function withCutValues(sources: readonly ReportSource[]): readonly ReportSource[] {
  const messages = sources.map(({ role, text }) => ({ role, content: role ? text : "" }));
  const cut = findCutValues({ messages });
  return sources.map((source, index) => {
    const pieces = cut.get(messages[index] ?? {})?.get("content") ?? [];
    return pieces.length === 0 ? source : { ...source, findings: [...source.findings, ...pieces] };
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

export function valuesIn(sources: readonly ReportSource[]): ReadonlySet<string> {
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
