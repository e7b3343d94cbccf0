import type * as vscode from "vscode";
import * as z from "zod/mini";

import {
  type Decision,
  type DecisionMemory,
  Decisions,
  everyOther,
  isHiding,
} from "../../chat/protection/decisions.ts";
import { Protection } from "../../chat/protection/protection.ts";
import { TextScanner } from "../../chat/protection/textScanner.ts";
import { hexOf } from "../../shared/base/hash.ts";
import { onDidChangeOwnKinds } from "../../shared/guarded/ownKindsInUse.ts";
import { loadPart } from "../editor/laterPart.ts";
import { settings } from "../editor/settings.ts";

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const decisionsKey = "aiHub.protection.decisions";
const hashKeyKey = "aiHub.protection.key";

/** Conversations with decisions on single values; the least recently decided lose them first. */
const maxConversations = 300;
/** The number of further conversations that only remember to mask all values. */
const maxMasked = 3_000;

const keptSchema = z.array(
  z.tuple([z.string(), z.record(z.string(), z.enum(["allow", "mask", "remove"]))]),
);

type AllDecisions = ReadonlyMap<string, Readonly<Record<string, Decision>>>;

export interface ProtectionState {
  readonly protection: Protection;
  readonly decisions: Decisions;
  readonly scanner: TextScanner;
}

export function createProtectionState(memory: vscode.Memento): ProtectionState {
  const decisions = new Decisions({ memory: decisionMemory(memory), hash: keyedHash(memory) });
  const scanner = new TextScanner();
  const mode = settings.dlpMode;
  return { protection: new Protection({ mode, decisions, scanner }), decisions, scanner };
}

/** Applies the own kinds of the connected hub; their code is loaded with the first. */
export function watchOwnKinds(): vscode.Disposable {
  return onDidChangeOwnKinds(() => void applyOwnKinds());
}

async function applyOwnKinds(): Promise<void> {
  try {
    const part = await loadPart(() => import("../../dlp/compileOwnKinds.ts"));
    part.compileOwnKinds();
  } catch {
    // The person was notified, and the hub judges its own kinds in any case.
  }
}

/** Stores decisions for a reload: a value that was masked once must not be sent with the next question. */
function decisionMemory(memory: vscode.Memento): DecisionMemory {
  // Cached: one message reads the decisions several times, and parsing thousands is slow.
  let known: { readonly value: unknown; readonly decisions: AllDecisions } | undefined;
  const kept = (): AllDecisions => {
    const value = memory.get<unknown>(decisionsKey);
    if (!known || known.value !== value) {
      const parsed = keptSchema.safeParse(value);
      known = { value, decisions: new Map(parsed.success ? parsed.data : []) };
    }
    return known.decisions;
  };
  return {
    read: (conversationId) => kept().get(conversationId) ?? {},
    write: (conversationId, decisions) => {
      const all = new Map(kept());
      all.delete(conversationId);
      all.set(conversationId, decisions);
      void memory.update(decisionsKey, bounded([...all]));
    },
  };
}

type Kept = readonly [conversationId: string, decisions: Readonly<Record<string, Decision>>];

/** Drops the oldest decisions. A conversation that loses them masks every value if it ever masked one. */
function bounded(all: readonly Kept[]): readonly Kept[] {
  const masked = all
    .slice(0, -maxConversations)
    .filter(([, decisions]) => Object.values(decisions).some(isHiding))
    .map(([id]): Kept => [id, { [everyOther]: "mask" }]);
  return [...masked.slice(-maxMasked), ...all.slice(-maxConversations)];
}

/**
 * HMAC-SHA-256 with this machine's key, first 128 bits in hex. The key is stored beside conversations that contain the
 * values, so a safer place would protect nothing.
 */
function keyedHash(memory: vscode.Memento): (value: string) => Promise<string> {
  let key: Promise<HmacKey> | undefined;
  const encoder = new TextEncoder();
  return async (value) => {
    key ??= importKey(memory);
    const signature = await crypto.subtle.sign("HMAC", await key, encoder.encode(value));
    return hexOf(new Uint8Array(signature, 0, 16));
  };
}

async function importKey(memory: vscode.Memento): Promise<HmacKey> {
  const kept = memory.get<unknown>(hashKeyKey);
  const isKept = typeof kept === "string" && /^[0-9a-f]{64}$/u.test(kept);
  const secret = isKept ? kept : hexOf(crypto.getRandomValues(new Uint8Array(32)));
  if (!isKept) {
    await memory.update(hashKeyKey, secret);
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder().encode(secret);
  return await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
}
