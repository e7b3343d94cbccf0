import { valuesOf } from "../../dlp/answer/requestValues.ts";
import type { DlpRules } from "../../dlp/dlpRules.ts";
import type { ReadPdf } from "../../dlp/files/pdfReading.ts";
import { type DlpVerdict, type FieldFinding, inspectRequest } from "../../dlp/scanRequest.ts";
import type { DlpAction } from "../../shared/guarded/sensitiveKinds.ts";
import type { Fields } from "../formats/base/fields.ts";
import { valueHash } from "../formats/base/valueHash.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import type { UpstreamRequest, WriteOrder } from "../formats/heldBody.ts";
import { inspectAll } from "../governance/policy/inspection.ts";
import { ApiError, type ApiErrorOptions } from "../http/apiError.ts";
import { type ChatCall, readChatCall } from "../models/chatCall.ts";
import { type EmbeddingCall, readEmbeddingCall } from "../models/embeddingCall.ts";
import { parseObject } from "../models/jsonBody.ts";
import type { WholeOrder, WholeReading } from "../models/modelSource.ts";
import { readWhole } from "../upstream/readWhole.ts";
import { upstreamRequest } from "../upstream/upstreamRequest.ts";
import { withPdfs } from "./pdfReader.ts";

export type BodyJob =
  | {
      readonly kind: "readChat";
      readonly bytes: Uint8Array;
      readonly format: ChatFormat;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: "readEmbedding"; readonly bytes: Uint8Array }
  /** Only notices that there are PDFs, which take longer. */
  | ({ readonly kind: "inspect" } & Inspection)
  | ({ readonly kind: "inspectPdfs" } & Inspection)
  | { readonly kind: "answer"; readonly bytes: Uint8Array; readonly order: WholeOrder }
  | {
      readonly kind: "values";
      readonly bytes: Uint8Array;
      readonly rules: Pick<DlpRules, "own">;
      readonly key: string;
    }
  | {
      readonly kind: "write";
      readonly bytes: Uint8Array;
      readonly changes: Fields;
      readonly order: WriteOrder;
    };

export interface Top {
  readonly small: Fields;
  readonly large: readonly string[];
}

interface Inspection {
  readonly bytes: Uint8Array;
  readonly changes: Fields;
  readonly asWritten: Fields;
  readonly policy: DlpRules;
}

type Inspected = Pick<DlpVerdict, "action" | "findings" | "unread"> & {
  readonly masked?: { readonly bytes: Uint8Array; readonly top: Top };
};

export interface BodyResults {
  readonly readChat: {
    readonly top: Top;
    readonly call: Omit<ChatCall, "fields" | "bytes" | "held">;
  };
  readonly readEmbedding: {
    readonly top: Top;
    readonly call: Omit<EmbeddingCall, "fields" | "bytes" | "held">;
  };
  readonly inspect: Inspected | "hasPdfs";
  readonly inspectPdfs: Inspected;
  readonly answer: WholeReading;
  readonly values: readonly string[];
  readonly write: Omit<UpstreamRequest, "body"> & { readonly body: Uint8Array };
}

export type BodyOutcome =
  | { readonly kind: "done"; readonly result: BodyResults[BodyJob["kind"]] }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly message: string;
      readonly options: ApiErrorOptions;
    };

export async function runBodyJob(job: BodyJob): Promise<BodyOutcome> {
  try {
    return { kind: "done", result: await resultOf(job) };
  } catch (error) {
    if (error instanceof ApiError) {
      const { status, message, options } = error;
      return { kind: "refused", status, message, options };
    }
    throw error;
  }
}

function resultOf(job: BodyJob): BodyResults[BodyJob["kind"]] | Promise<Inspected> {
  switch (job.kind) {
    case "readChat": {
      const { fields, bytes: _, ...call } = readChatCall(job.bytes, job.format, job.headers);
      // Inexact numbers may be long, so this thread inspects them.
      return { top: topOf(fields), call: { ...call, asWritten: { headers: job.headers } } };
    }
    case "readEmbedding": {
      const { fields, bytes: _, ...call } = readEmbeddingCall(job.bytes);
      return { top: topOf(fields), call: { ...call, asWritten: {} } };
    }
    case "inspect":
      return inspected(job);
    case "inspectPdfs":
      return inspectedWithPdfs(job);
    case "answer":
      return readWhole(job.bytes, job.order);
    case "values":
      return [...valuesOf(parseObject(job.bytes).fields, job.rules)].map((value) =>
        valueHash(job.key, value),
      );
    default:
      return written(job);
  }
}

function inspected(job: Inspection): BodyResults["inspect"] {
  const { fields, inspect } = inspectionOf(job);
  let hasPdfs = false;
  const verdict = inspect(() => {
    hasPdfs = true;
    return undefined;
  });
  return hasPdfs ? "hasPdfs" : toldVerdict(verdict, fields);
}

async function inspectedWithPdfs(job: Inspection): Promise<Inspected> {
  const { fields, inspect } = inspectionOf(job);
  return toldVerdict(await withPdfs(inspect), fields);
}

function inspectionOf(job: Inspection): {
  readonly fields: Fields;
  readonly inspect: (readPdf: ReadPdf) => DlpVerdict;
} {
  const { fields: own, inexactNumbers } = parseObject(job.bytes);
  const fields = { ...own, ...job.changes };
  const content = { fields, asWritten: { ...job.asWritten, numbers: inexactNumbers } };
  return {
    fields,
    inspect: (readPdf) =>
      inspectAll(content, job.policy, (part, policy) => inspectRequest(part, policy, readPdf)),
  };
}

function toldVerdict({ findings, body, ...rest }: DlpVerdict, fields: Fields): Inspected {
  const verdict = { ...rest, findings: fewer(findings) };
  return body === fields || rest.action === "block"
    ? verdict
    : { ...verdict, masked: { bytes: bytesOf(JSON.stringify(body)), top: topOf(body) } };
}

function written({ bytes, changes, order }: BodyJob & { kind: "write" }): BodyResults["write"] {
  const fields = { ...parseObject(bytes).fields, ...changes };
  const { upstreamFormat, ...call } = order;
  const { body, ...rest } = upstreamRequest(
    { ...call, fields, bytes: undefined },
    upstreamFormat,
    order.model,
  );
  return { ...rest, body: typeof body === "string" ? bytesOf(body) : body };
}

const maxSmallLength = 1_000;

function topOf(fields: Fields): Top {
  const entries = Object.entries(fields);
  const small = entries.filter(([name, value]) => isSmall(name, value));
  const names = new Set(small.map(([name]) => name));
  return {
    small: Object.fromEntries(small),
    large: entries.flatMap(([name]) => (names.has(name) ? [] : [name])),
  };
}

/** Fields with objects so small that the main thread reads them. */
const smallObjects: ReadonlySet<string> = new Set(["stream_options", "reasoning"]);

function isSmall(name: string, value: unknown): boolean {
  if (typeof value === "string") {
    return value.length <= maxSmallLength;
  }
  const isPlain = typeof value !== "object" || value === null;
  return isPlain || (smallObjects.has(name) && JSON.stringify(value).length <= maxSmallLength);
}

const maxOfAction = 100;

function fewer(findings: readonly FieldFinding[]): readonly FieldFinding[] {
  const times = new Map<DlpAction, number>();
  const seen = new Set<string>();
  return findings.filter(({ kind, action }) => {
    const isNew = !seen.has(`${kind} ${action}`);
    const time = (times.get(action) ?? 0) + 1;
    seen.add(`${kind} ${action}`);
    times.set(action, time);
    return isNew || time <= maxOfAction;
  });
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
