import type { JSX } from "preact";

import { useSignedIn } from "../../app/console.ts";
import { auditLook } from "../../data/auditLook.ts";
import type { AuditEntry } from "../../data/types.ts";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { Tag } from "../../parts/Tag.tsx";
import type { Words } from "../../words/en.ts";
import {
  detailsOf,
  doubtName,
  type Fact,
  findingName,
  kindName,
  modelText,
  type RequestedModels,
} from "../parts/auditText.ts";
import { Facts } from "../parts/Facts.tsx";
import { useNames } from "../parts/names.ts";

export interface AuditDetailsProps {
  readonly entry: AuditEntry;
  readonly requested: RequestedModels;
  readonly onClose: () => void;
}

export function AuditDetails({ entry, requested, onClose }: AuditDetailsProps): JSX.Element {
  const { words, format } = useSignedIn();
  const names = useNames();
  const text = words.value;
  return (
    <Dialog title={text.entryTitle(format.value.count(entry.seq))} look="drawer" onClose={onClose}>
      <div class="dialog-body">
        <p>
          <Tag look={auditLook(entry.kind)}>{kindName(text, entry.kind)}</Tag>{" "}
          <span class="quiet">{format.value.dateTime(entry.time)}</span>
        </p>
        <Facts rows={useFacts(entry, requested)} />
        {entry.findings.length > 0 && <Findings entry={entry} />}
        {Object.keys(entry.detail).length > 0 && (
          <>
            <h3>{text.details}</h3>
            <Facts rows={detailsOf(entry, { words: text, format: format.value, names })} />
          </>
        )}
        <h3>{text.chain}</h3>
        <Facts
          isCode
          rows={[
            [text.hash, entry.hash],
            [text.previousHash, entry.prev_hash],
          ]}
        />
        <CopyButton label={text.copyJson} text={JSON.stringify(entry, undefined, 2)} />
      </div>
    </Dialog>
  );
}

function useFacts(entry: AuditEntry, requested: RequestedModels): readonly Fact[] {
  const { words, format } = useSignedIn();
  const names = useNames();
  const text = words.value;
  const count = (value: number | null): string => (value === null ? "" : format.value.count(value));
  const facts: readonly Fact[] = [
    [text.user, namedBy(entry.user_id, names.user)],
    [text.token, namedBy(entry.token_id, names.token)],
    [text.profile, namedBy(entry.profile_id, names.profile)],
    [text.sector, namedBy(entry.sector_id, names.sector)],
    [text.app, entry.app ?? ""],
    [text.model, modelText(entry, requested, text)],
    [text.format, formatName(text, entry.format)],
    [text.status, entry.status === null ? "" : String(entry.status)],
    [text.inputTokens, count(entry.input_tokens)],
    [text.cachedTokens, count(entry.cached_tokens)],
    [text.outputTokens, count(entry.output_tokens)],
    [text.cost, entry.cost === null ? "" : format.value.money(entry.cost)],
    [text.latency, entry.latency_ms === null ? "" : format.value.duration(entry.latency_ms)],
    [text.requestId, entry.request_id ?? ""],
    [text.sessionId, entry.session_id ?? ""],
    [text.runId, entry.run_id ?? ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

function formatName(words: Words, format: string | null): string {
  const names = new Map<string, string>(Object.entries(words.formatName));
  return names.get(format ?? "") ?? format ?? "";
}

function namedBy(id: string | null, of: (id: string) => string): string {
  return id === null ? "" : of(id);
}

function Findings({ entry }: { readonly entry: AuditEntry }): JSX.Element {
  const { words, format } = useSignedIn();
  const text = words.value;
  return (
    <>
      <h3>{text.findings}</h3>
      <Facts
        rows={entry.findings.map((finding) => {
          const place = text.foundIn(format.value.count(finding.count), finding.field);
          return [
            findingName(text, finding),
            finding.doubt === undefined
              ? place
              : `${place} · ${text.onlyAlerts(doubtName(text, finding.doubt))}`,
          ];
        })}
      />
    </>
  );
}
