import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { visibleLines, visibleText } from "../../shared/text/visibleText.ts";
import type { ChangedLines } from "./changedLines.ts";

const severities = ["error", "warning", "note"] as const;
const maxAnswer = 400_000;
const maxFindings = 200;

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));

const findingSchema = z.object({
  file: text(1_000),
  line: z.int().check(z.minimum(1)),
  severity: z.enum(severities),
  title: text(500),
  evidence: text(4_000),
});

const answerSchema = z.object({ findings: z.array(z.unknown()) });

/** One point of a review: plain text of a model. */
export type Finding = Readonly<z.infer<typeof findingSchema>>;

export interface Findings {
  /** The gravest first, then by place. */
  readonly findings: readonly Finding[];
  /** The number of omitted findings: malformed, or without a place in the changes. */
  readonly dropped: number;
}

/** The JSON form of the answer, for the prompt. */
export const findingForm =
  '{"findings": [{"file": "<path>", "line": <number>, "severity": "error" | "warning" | "note", "title": "<one sentence>", "evidence": "<why, from the code>"}]}';

/** Reads a model's answer; undefined if it does not have the form. */
export function readFindings(answer: string, lines: ChangedLines): Findings | undefined {
  const parsed = answerSchema.safeParse(jsonIn(answer));
  if (!parsed.success) {
    return undefined;
  }
  const known = new Map<string, Finding>();
  for (const given of parsed.data.findings.slice(0, maxFindings)) {
    const finding = findingSchema.safeParse(given).data;
    if (finding && lines.get(finding.file)?.has(finding.line) === true) {
      const { file, line, title, evidence } = finding;
      const shown = { title: visibleText(title), evidence: visibleLines(evidence) };
      known.set(JSON.stringify([file, line, title]), { ...finding, ...shown });
    }
  }
  return {
    findings: [...known.values()].toSorted(byWeight),
    dropped: parsed.data.findings.length - known.size,
  };
}

/** The outermost object, with or without a fence or words around it. */
function jsonIn(answer: string): unknown {
  const from = answer.indexOf("{");
  const to = answer.lastIndexOf("}");
  return answer.length > maxAnswer || from < 0 ? undefined : parseJson(answer.slice(from, to + 1));
}

function byWeight(one: Finding, other: Finding): number {
  const weight = ({ severity }: Finding): number => severities.indexOf(severity);
  const byFile = one.file < other.file ? -1 : Number(one.file > other.file);
  return weight(one) - weight(other) || byFile || one.line - other.line;
}
