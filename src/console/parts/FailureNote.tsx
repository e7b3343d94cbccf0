import type { JSX } from "preact";

import { useConsole } from "../app/console.ts";
import type { ApiFailure } from "../data/apiFailure.ts";
import { failureSentence } from "../words/failureSentence.ts";
import { Button } from "./Button.tsx";

export interface FailureNoteProps {
  readonly failure: ApiFailure;
  readonly onRetry?: () => void;
}

export function FailureNote({ failure, onRetry }: FailureNoteProps): JSX.Element {
  const words = useConsole().words.value;
  const { kind, text } = failure.facts;
  return (
    <div class="note danger" role="alert" data-kind={kind}>
      <div>
        <p>{failureSentence(failure, words)}</p>
        {text !== undefined && <p class="quiet">{text}</p>}
      </div>
      {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
    </div>
  );
}
