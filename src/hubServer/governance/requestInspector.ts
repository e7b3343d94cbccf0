import { type DlpRules, hasRoute } from "../../dlp/dlpRules.ts";
import { ApiError } from "../http/apiError.ts";
import type { AuditLog } from "../store/auditLog.ts";
import type { AuditEvent, UsageSubject } from "../store/records.ts";
import { dlpBlocked, dlpFailed, filesUnread } from "./policy/denials.ts";
import {
  asBlocked,
  type Inspect,
  inspectAll,
  type Inspected,
  toldFindings,
  type Verdict,
  withLabels,
} from "./policy/inspection.ts";
import { Refusal, refusalEvent, uninspected } from "./policy/refusal.ts";

export interface InspectorDeps {
  readonly audit: Pick<AuditLog, "append" | "wasRouted">;
  readonly inspect: Inspect;
  readonly now: () => number;
}

interface Question {
  readonly rules: DlpRules;
  readonly subject: UsageSubject;
  /** True if the client reports that an earlier request of the conversation was routed. */
  readonly staysInHouse: boolean;
  readonly inHouse: () => Promise<string | undefined>;
}

/** A verdict that lets the request pass; `inHouse`: only this model may get it. */
export type PassedVerdict = Verdict & { readonly inHouse?: string };

/** Inspects requests. Alerts are in the audit before the request goes upstream. */
export class RequestInspector {
  readonly #deps: InspectorDeps;

  constructor(deps: InspectorDeps) {
    this.#deps = deps;
  }

  async inspect(content: Inspected, question: Question): Promise<PassedVerdict> {
    const { rules, subject } = question;
    const found = await this.#verdictOn(content, rules, subject);
    await this.#noteTrials(found, subject);
    if (rules.refusesUnread === true && found.unread && found.action !== "block") {
      const answer = filesUnread(found.unread);
      const facts = { ...this.#factsOf(found), status: answer.status, detail: unreadDetail(found) };
      throw new Refusal(answer, refusalEvent("dlp.block", subject, facts));
    }
    const isConfined =
      found.action === "route" || (found.action !== "block" && (await this.#stays(question)));
    const inHouse = isConfined ? await question.inHouse() : undefined;
    const verdict = isConfined && inHouse === undefined ? asBlocked(found) : found;
    if (verdict.action === "block") {
      const answer = dlpBlocked(verdict.findings, isConfined);
      const facts = { ...this.#factsOf(verdict), status: answer.status };
      throw new Refusal(answer, refusalEvent("dlp.block", subject, facts));
    }
    await this.#noteAlert(verdict, subject, inHouse);
    return { ...verdict, ...(inHouse !== undefined && { inHouse }) };
  }

  /** Reads the audit, which all workers and hubs share, only for profiles that route. */
  async #stays({ rules, subject, staysInHouse }: Question): Promise<boolean> {
    return staysInHouse || (hasRoute(rules) && (await this.#deps.audit.wasRouted(subject)));
  }

  async #noteAlert(verdict: Verdict, subject: UsageSubject, model = subject.model): Promise<void> {
    const isMoved = model !== subject.model;
    if (verdict.action !== "allow" || verdict.unread || isMoved) {
      const acted = isMoved
        ? { action: "route", asked: subject.model }
        : { action: verdict.action };
      const detail = { ...acted, ...unreadDetail(verdict) };
      const facts = this.#factsOf(verdict);
      await this.#deps.audit.append({ ...subject, ...facts, model, kind: "dlp.alert", detail });
    }
  }

  #factsOf({ findings }: Verdict): Pick<AuditEvent, "time" | "findings"> {
    return { time: this.#now(), findings: toldFindings(findings) };
  }

  async #noteTrials({ findings: found }: Verdict, subject: UsageSubject): Promise<void> {
    const findings = toldFindings(found, true);
    if (findings.length > 0) {
      const event: AuditEvent = {
        ...subject,
        kind: "dlp.alert",
        time: this.#now(),
        findings,
        detail: { action: "trial" },
      };
      await this.#deps.audit.append(event);
    }
  }

  async #verdictOn(content: Inspected, policy: DlpRules, subject: UsageSubject): Promise<Verdict> {
    const { held, fields, asWritten, labels = {} } = content;
    try {
      const verdict = held
        ? await held.inspect(fields, asWritten ?? {}, policy)
        : inspectAll(content, policy, this.#deps.inspect);
      return withLabels(verdict, this.#deps.inspect(labels, policy));
    } catch (error) {
      if (error instanceof ApiError) {
        throw uninspected(error, subject, this.#now());
      }
      const answer = dlpFailed(error);
      const facts = { time: this.#now(), status: answer.status, detail: { rule: "failed" } };
      throw new Refusal(answer, refusalEvent("dlp.block", subject, facts));
    }
  }

  #now(): number {
    return this.#deps.now();
  }
}

/** The number and kinds of files that were not searched as a whole. */
function unreadDetail({ unread = [] }: Verdict): Readonly<Record<string, string | number>> {
  const files = [...new Set(unread.map(({ file }) => file))].join(",");
  return unread.length === 0 ? {} : { unread: unread.length, files };
}
