import {
  type AgentContext,
  type ClientCapabilities,
  type ElicitationPropertySchema,
  methods,
  type PermissionOption,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import * as z from "zod/mini";

import { type ElicitedField, elicitedValue } from "../../agent/mcpClient/elicitation.ts";
import type { Approval, AskedAct } from "../../agent/run/cards/agentEvents.ts";
import { type OfferedRule, offeredRules } from "../../agent/run/cards/offeredRules.ts";
import type { PersonQuestion } from "../../agent/tools/askPerson.ts";
import type { AskElicited } from "../../agentNode/mcpClient/mcpConnection.ts";
import { visibleLines, visibleText } from "../../shared/text/visibleText.ts";
import { askedReasons } from "../run/terminal.ts";
import { kindOf, plannedContent, textContent } from "./acpUpdates.ts";

export interface AcpPersonDeps {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly capabilities: ClientCapabilities;
  readonly keepRule: (rule: OfferedRule["rules"][number]) => Promise<void>;
}

const outcomeSchema = z.object({
  outcome: z.union([
    z.object({ outcome: z.literal("selected"), optionId: z.string().check(z.maxLength(200)) }),
    z.object({ outcome: z.literal("cancelled") }),
  ]),
});
const answerSchema = z.object({
  action: z.string().check(z.maxLength(50)),
  content: z.nullish(
    z.record(z.string(), z.union([z.string().check(z.maxLength(20_000)), z.number(), z.boolean()])),
  ),
});

const maxLabel = 120;

/** The person reviewed the cause of the taint. */
const allowAsBefore: PermissionOption = {
  optionId: "allowAsBefore",
  name: "Allow, and go on as before",
  kind: "allow_always",
};

const oneByOne: PermissionOption = {
  optionId: "oneByOne",
  name: "Decide one by one",
  kind: "allow_once",
};

interface AskedCall {
  readonly id: string;
  readonly tool: string;
}

/** Without an answer nothing is approved. */
export class AcpPerson {
  readonly #deps: AcpPersonDeps;

  constructor(deps: AcpPersonDeps) {
    this.#deps = deps;
  }

  async approve(
    asked: AskedAct,
    signal: AbortSignal,
    call: AskedCall,
  ): Promise<Approval | readonly Approval[]> {
    const answer = await this.#decide(asked, signal, call);
    if (answer !== "oneByOne") {
      return answer;
    }
    const answers: Approval[] = [];
    for (const part of asked.parts ?? []) {
      answers.push(await this.approveOne({ act: asked.act, ...part }, signal, call));
    }
    return answers;
  }

  async approveOne(asked: AskedAct, signal: AbortSignal, call: AskedCall): Promise<Approval> {
    const answer = await this.#decide(asked, signal, call);
    return answer === "oneByOne" ? "rejected" : answer;
  }

  async #decide(
    asked: AskedAct,
    signal: AbortSignal,
    call: AskedCall,
  ): Promise<Approval | "oneByOne"> {
    const offered = offeredRules(asked);
    const { title, content, locations } = plannedContent(asked);
    const reasons = askedReasons(asked).map(textContent);
    const chosen = await this.#choose(
      {
        toolCallId: call.id,
        title,
        kind: kindOf(call.tool),
        status: "pending",
        content: [...reasons, ...content],
        locations,
      },
      optionsFor(asked, offered),
      signal,
    );
    const rule = offered.find(({ shown }) => chosen === `rule:${shown.id}`);
    for (const one of rule?.rules ?? []) {
      // If a rule cannot be stored, the next act is asked about again; this approval holds.
      await this.#deps.keepRule(one).catch(() => undefined);
    }
    if (rule?.shown.kind === "run" || rule?.shown.kind === "edits") {
      return "approvedForRun";
    }
    return rule ? "approved" : answerOf(chosen);
  }

  /** Uses a form if the editor has forms, else the question's options. */
  async ask(
    { question, options }: PersonQuestion,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const text = visibleLines(question);
    if (this.#hasForms) {
      const description = options.map(visibleText).join(" · ");
      const field = { type: "string" as const, title: "Answer", description };
      const answer = await this.#fill(text, { answer: field }, ["answer"], signal);
      return answer?.["answer"] === undefined ? undefined : String(answer["answer"]);
    }
    if (options.length === 0) {
      return undefined;
    }
    const chosen = await this.#choose(
      { toolCallId: `question_${crypto.randomUUID()}`, title: text, kind: "other" },
      [
        ...options.map((option, index): PermissionOption => {
          const name = visibleText(option).slice(0, maxLabel);
          return { optionId: `option:${index}`, name, kind: "allow_once" };
        }),
        { optionId: "none", name: "None of these", kind: "reject_once" },
      ],
      signal,
    );
    return options[Number(chosen?.replace(/^option:/u, ""))];
  }

  readonly elicit: AskElicited = async ({ server, message, fields }, signal) => {
    if (!this.#hasForms) {
      return undefined;
    }
    const properties = Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));
    const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const text = `The MCP server ${server} asks: ${message}`;
    const answer = await this.#fill(text, properties, required, signal);
    if (!answer) {
      return undefined;
    }
    const values = fields.flatMap((field) => {
      const given = Object.hasOwn(answer, field.name) ? answer[field.name] : undefined;
      const value = given === undefined ? undefined : elicitedValue(field, String(given));
      return value === undefined ? [] : [[field.name, value] as const];
    });
    const isWhole = required.every((name) => values.some(([given]) => given === name));
    return isWhole ? Object.fromEntries(values) : undefined;
  };

  get #hasForms(): boolean {
    return Boolean(this.#deps.capabilities.elicitation?.form);
  }

  async #choose(
    toolCall: ToolCallUpdate,
    options: PermissionOption[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { client, sessionId } = this.#deps;
    try {
      const answer: unknown = await client.request(
        methods.client.session.requestPermission,
        { sessionId, toolCall, options },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      const { outcome } = outcomeSchema.parse(answer);
      const isKnown =
        outcome.outcome === "selected" &&
        options.some(({ optionId }) => optionId === outcome.optionId);
      return isKnown ? outcome.optionId : "cancelled";
    } catch {
      // The editor does not know the request, or its answer is invalid.
      return undefined;
    }
  }

  async #fill(
    message: string,
    properties: Record<string, ElicitationPropertySchema>,
    required: string[],
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string | number | boolean>> | undefined> {
    const { client, sessionId } = this.#deps;
    const requestedSchema = { type: "object" as const, properties, required };
    try {
      const answer: unknown = await client.request(
        methods.client.elicitation.create,
        { sessionId, mode: "form", message, requestedSchema },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      const { action, content } = answerSchema.parse(answer);
      return action === "accept" ? (content ?? {}) : undefined;
    } catch {
      // Refused, as without a person.
      return undefined;
    }
  }
}

function optionsFor(
  { taint, parts }: AskedAct,
  offered: readonly OfferedRule[],
): PermissionOption[] {
  return [
    { optionId: "allow", name: "Allow once", kind: "allow_once" },
    ...(taint === undefined ? [] : [allowAsBefore]),
    ...(parts ? [oneByOne] : []),
    ...offered.map(({ shown }): PermissionOption => ({
      optionId: `rule:${shown.id}`,
      name: ruleName(shown),
      kind: "allow_always",
    })),
    { optionId: "reject", name: "Reject", kind: "reject_once" },
  ];
}

function answerOf(chosen: string | undefined): Approval | "oneByOne" {
  switch (chosen) {
    case undefined:
      return "nobody";
    case "allow":
      return "approved";
    case "allowAsBefore":
      return "approvedAsBefore";
    case "oneByOne":
      return "oneByOne";
    default:
      return "rejected";
  }
}

function ruleName({ kind, text, leavesSandbox }: OfferedRule["shown"]): string {
  const outside = leavesSandbox ? ", outside the sandbox too" : "";
  if (kind === "run") {
    return `Allow the same text for this run${outside}`;
  }
  if (kind === "edits") {
    return "Allow all edits of this run";
  }
  const words = visibleText(text.replaceAll("\n", " && "));
  const more = kind === "beginning" ? " …" : "";
  return `Always allow${outside}: ${words}${more}`.slice(0, maxLabel);
}

function propertyOf({ kind, label, options }: ElicitedField): ElicitationPropertySchema {
  switch (kind) {
    case "choice":
      return { type: "string", title: label, enum: [...options] };
    case "flag":
      return { type: "boolean", title: label };
    case "text":
      return { type: "string", title: label };
    default:
      return { type: kind, title: label };
  }
}
