import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

import type { JournalPage, JournalView } from "../../../../shared/sellerPage/sellerJournal.ts";
import { VisibleText } from "../../../tools/VisibleText.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { UndoImport } from "../import/UndoImport.tsx";
import { EnvironmentBadge } from "../parts/EnvironmentBadge.tsx";
import { Entry } from "./JournalEntry.tsx";

interface ImportEntryProps {
  readonly entry: JournalView;
  readonly batch: NonNullable<JournalView["batch"]>;
}

export function ImportEntry({ entry, batch }: ImportEntryProps): JSX.Element {
  const { words, format, host } = useSellerPage();
  const writes = useSignal<JournalPage | undefined>(undefined);
  const more = async (): Promise<void> => {
    const known = writes.value?.entries ?? [];
    const offset = known.length;
    const page = await host.readJournal({ search: "", offset, batch: batch.id });
    writes.value = { ...page, entries: [...known, ...page.entries] };
  };
  const shown = writes.value?.entries ?? [];
  return (
    <li class="entry">
      <details
        onToggle={(event) => {
          if (event.currentTarget.open && !writes.value) {
            void more();
          }
        }}
      >
        <summary>
          <span class="outcome">{words.import}</span>
          <strong>{entry.title}</strong>
          <span class="entry-subject">
            <VisibleText text={batch.name} />
          </span>
          <span>{words.importedWrites(batch.count, format.count(batch.count))}</span>
          <span class="quiet">{format.moment(entry.at)}</span>
          <EnvironmentBadge kind={entry.environmentKind} />
          <span class="quiet">{entry.environmentName}</span>
        </summary>
        <div class="buttons">
          <UndoImport batch={batch.id} />
        </div>
        <ul class="journal">
          {shown.map((one) => (
            <Entry key={one.id} entry={one} />
          ))}
          {shown.length < (writes.value?.matching ?? 0) && (
            <li>
              <button type="button" class="button quiet" onClick={() => void more()}>
                {words.more}
              </button>
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}
