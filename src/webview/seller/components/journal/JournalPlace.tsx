import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { IconButton } from "../../../kit/IconButton.tsx";
import { useSellerPage } from "../../sellerPage.ts";
import { ImportEntry } from "./ImportEntry.tsx";
import { Entry } from "./JournalEntry.tsx";

export function JournalPlace(): JSX.Element {
  const { words, format, journal, host, report } = useSellerPage();
  useEffect(() => void journal.read(), [journal]);
  const entries = journal.entries.value;
  const shown = entries?.length ?? 0;
  return (
    <>
      <div class="toolbar" role="toolbar" aria-label={words.journal}>
        <input
          class="field search"
          type="search"
          aria-label={words.searchJournal}
          placeholder={words.search}
          value={journal.search.value}
          onInput={(event) => void journal.read(event.currentTarget.value)}
        />
        <IconButton icon="refresh" label={words.refresh} onClick={() => void journal.read()} />
        <button
          type="button"
          class="button small quiet"
          onClick={() => void host.exportJournal({ format: "csv" }).then(report)}
        >
          {words.exportJournalCsv}
        </button>
        <button
          type="button"
          class="button small quiet"
          onClick={() => void host.exportJournal({ format: "json" }).then(report)}
        >
          {words.exportJournalJson}
        </button>
        <span class="quiet counts" role="status">
          {words.entryCount(journal.matching.value, format.count(journal.matching.value))}
        </span>
      </div>
      {entries && shown === 0 && (
        <p class="empty">{journal.search.value === "" ? words.journalEmpty : words.nothingFound}</p>
      )}
      <ul class="journal scroll">
        {entries?.map((entry) =>
          entry.batch && journal.search.value === "" ? (
            <ImportEntry key={entry.batch.id} entry={entry} batch={entry.batch} />
          ) : (
            <Entry key={entry.id} entry={entry} />
          ),
        )}
        {shown < journal.matching.value && (
          <li>
            <button type="button" class="button quiet" onClick={() => void journal.more()}>
              {words.more}
            </button>
          </li>
        )}
      </ul>
    </>
  );
}
