import type { JSX } from "preact";

import { useSignedIn } from "../../app/console.ts";
import { auditLook } from "../../data/auditLook.ts";
import type { AuditEntry } from "../../data/types.ts";
import { Tag } from "../../parts/Tag.tsx";
import { kindName, modelText, requestedModels, summaryOf, whoOf } from "../parts/auditText.ts";
import { useNames } from "../parts/names.ts";

export function EventList({ entries }: { readonly entries: readonly AuditEntry[] }): JSX.Element {
  const { words, format, now } = useSignedIn();
  const names = useNames();
  const text = words.value;
  const requested = requestedModels(entries);
  const voice = { words: text, format: format.value, names };
  if (entries.length === 0) {
    return <p class="quiet">{text.noEvents}</p>;
  }
  return (
    <ul class="events">
      {entries.map((entry) => (
        <li key={entry.seq}>
          <Tag look={auditLook(entry.kind)}>{kindName(text, entry.kind)}</Tag>
          <span>
            {whoOf(entry, names).name || (entry.app ?? summaryOf(entry, voice))}
            {entry.model !== null && (
              <span class="quiet"> · {modelText(entry, requested, text)}</span>
            )}
          </span>
          <time class="quiet" dateTime={entry.time} title={format.value.dateTime(entry.time)}>
            {format.value.relative(entry.time, now())}
          </time>
        </li>
      ))}
    </ul>
  );
}
