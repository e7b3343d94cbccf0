import type { JSX } from "preact";

import type { Failure } from "../../shared/failure.ts";
import { CopyButton } from "../page/CopyButton.tsx";
import { useWords } from "../page/useWords.ts";
import type { Words } from "../words/en.ts";

/**
 * Details that an administrator needs to find the cause. Server text is shown only here, as plain
 * text.
 */
export function FailureDetails({ failure }: { readonly failure: Failure }): JSX.Element {
  const words = useWords();
  const rows = detailRows(failure, words);
  return (
    <details class="details">
      <summary>{words.details}</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton
        label={words.copyDetails}
        text={() => rows.map(([name, value]) => `${name}: ${value}`).join("\n")}
      />
    </details>
  );
}

function detailRows(failure: Failure, words: Words): readonly (readonly [string, string])[] {
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words.detailKind, failure.kind],
    [words.detailStatus, failure.httpStatus?.toString()],
    [words.detailCode, failure.hubCode],
    [words.detailSystemCode, failure.systemCode],
    [words.detailHost, failure.host],
    [words.detailRequestId, failure.requestId],
    [words.detailRaw, failure.raw],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
