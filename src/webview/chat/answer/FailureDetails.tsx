import type { JSX } from "preact";

import type { Failure } from "../../../shared/failures/failure.ts";
import { CopiedFacts } from "../../page/parts/CopiedFacts.tsx";
import { useWords } from "../../page/useWords.ts";
import type { Words } from "../../words/en/en.ts";

export function FailureDetails({ failure }: { readonly failure: Failure }): JSX.Element {
  const words = useWords();
  return (
    <details class="details">
      <summary>{words.details}</summary>
      <CopiedFacts facts={detailRows(failure, words)} />
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
