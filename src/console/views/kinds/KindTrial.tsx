import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import type * as z from "zod/mini";

import { kindTrialSchema, kindWeekSchema } from "../../../shared/hubApi/hubKinds.ts";
import { useSignedIn } from "../../app/console.ts";
import { ApiFailure } from "../../data/apiFailure.ts";
import type { Body } from "../../forms/values.ts";
import { Button } from "../../parts/Button.tsx";
import { FailureNote } from "../../parts/FailureNote.tsx";

type Found = z.infer<typeof kindTrialSchema>;
type Week = z.infer<typeof kindWeekSchema>;

interface KindTrialProps {
  /** The id of a stored kind. */
  readonly id?: string | undefined;
  /** The kind as it is in the form. */
  readonly kind: () => Body;
}

type Outcome = { readonly text: string; readonly found: Found } | { readonly failure: ApiFailure };

/** Shows the values that the kind in the form finds in a text, and the counts of the last week. */
export function KindTrial({ id, kind }: KindTrialProps): JSX.Element {
  const { api, words, format } = useSignedIn();
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>();
  const week = useWeek(id);
  const inputId = useId();
  const shown = words.value;
  const count = (value: number): string => format.value.count(value);
  const tryNow = async (): Promise<void> => {
    try {
      const body = { kind: kind(), id: id ?? null, text };
      const change = { method: "POST", path: "kinds/try", body } as const;
      setOutcome({ text, found: await api.change(change, kindTrialSchema) });
    } catch (error) {
      setOutcome({ failure: ApiFailure.of(error) });
    }
  };
  return (
    <fieldset class="fields kind-trial">
      <legend>{shown.tryOut}</legend>
      <div class="form-field lines">
        <label for={inputId}>{shown.tryText}</label>
        <textarea
          id={inputId}
          class="field"
          rows={3}
          maxLength={200_000}
          aria-describedby={`${inputId}-hint`}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <p class="hint" id={`${inputId}-hint`}>
          {shown.tryTextHint}
        </p>
      </div>
      <Button isDisabled={text.trim() === ""} onClick={() => void tryNow()}>
        {shown.tryNow}
      </Button>
      <div aria-live="polite">
        {outcome && "failure" in outcome && <FailureNote failure={outcome.failure} />}
        {outcome && "found" in outcome && <TrialResult {...outcome} />}
      </div>
      {week && (
        <p class="quiet">
          {shown.tryWeek(count(week.acted), count(week.on_trial), count(week.requests))}
        </p>
      )}
    </fieldset>
  );
}

function useWeek(id: string | undefined): Week | undefined {
  const { api } = useSignedIn();
  const [week, setWeek] = useState<Week>();
  useEffect(() => {
    if (id !== undefined) {
      // Without the counts the trial works all the same.
      api
        .get(`kinds/${encodeURIComponent(id)}/week`, kindWeekSchema)
        .then(setWeek, () => undefined);
    }
  }, [api, id]);
  return week;
}

function TrialResult({
  text,
  found,
}: {
  readonly text: string;
  readonly found: Found;
}): JSX.Element {
  const { words, format } = useSignedIn();
  const count = (value: number): string => format.value.count(value);
  const { cost } = found;
  return (
    <>
      <p>{words.value.tryFound(count(found.total))}</p>
      <pre class="trial-text">{marked(text, found.found)}</pre>
      {cost && (
        <p class="quiet">
          {words.value.tryCost(count(cost.size), count(cost.longest), count(cost.bits))}
        </p>
      )}
    </>
  );
}

function marked(text: string, found: Found["found"]): readonly (string | JSX.Element)[] {
  const pieces: (string | JSX.Element)[] = [];
  let done = 0;
  for (const { start, end } of found) {
    if (start >= done) {
      pieces.push(text.slice(done, start), <mark key={start}>{text.slice(start, end)}</mark>);
      done = end;
    }
  }
  return [...pieces, text.slice(done)];
}
