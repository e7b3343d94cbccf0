import type { JSX } from "preact";

import { useSignedIn } from "../app/console.ts";
import { kindLook } from "../data/auditKinds.ts";
import type { AuditEntry } from "../data/types.ts";
import { Tag } from "../parts/Tag.tsx";
import { kindName } from "./auditColumns.tsx";
import { useNames } from "./names.ts";

/** The latest events, each in one line. */
export function EventList({ entries }: { readonly entries: readonly AuditEntry[] }): JSX.Element {
  const { words, format, now } = useSignedIn();
  const names = useNames();
  const text = words.value;
  if (entries.length === 0) {
    return <p class="quiet">{text.noEvents}</p>;
  }
  return (
    <ul class="events">
      {entries.map((entry) => (
        <li key={entry.seq}>
          <Tag look={kindLook(entry.kind)}>{kindName(text, entry.kind)}</Tag>
          <span>
            {entry.user_id === null ? (entry.app ?? "") : names.user(entry.user_id)}
            {entry.model !== null && <span class="quiet"> · {entry.model}</span>}
          </span>
          <time class="quiet" dateTime={entry.time} title={format.value.dateTime(entry.time)}>
            {format.value.relative(entry.time, now())}
          </time>
        </li>
      ))}
    </ul>
  );
}
