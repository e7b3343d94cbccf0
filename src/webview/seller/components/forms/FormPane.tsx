import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { Icon } from "../../../kit/Icon.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import type { FormStore } from "../../formStore.ts";
import { useSellerPage } from "../../sellerPage.ts";
import { StopReading } from "../parts/StopReading.tsx";
import { FormInput } from "./FormInput.tsx";
import { PlanCard } from "./PlanCard.tsx";

export function FormPane(): JSX.Element | null {
  const { words, form } = useSellerPage();
  const view = form.form.value;
  const pane = useRef<HTMLElement>(null);
  const isLeaving = form.leaving.value !== undefined;
  useLayoutEffect(() => {
    const first = isLeaving ? ".leaving button" : "input, select";
    pane.current?.querySelector<HTMLElement>(first)?.focus();
  }, [view, isLeaving]);
  if (!view) {
    return null;
  }
  return (
    <aside
      ref={pane}
      class="form-pane"
      aria-label={view.title}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          escape(form);
        }
      }}
    >
      <header class="form-header">
        <h2>{view.title}</h2>
        <IconButton icon="close" label={words.close} onClick={() => form.leave()} />
      </header>
      {isLeaving && <Leaving />}
      {form.plan.value ? <PlanCard plan={form.plan.value} /> : <Fields />}
    </aside>
  );
}

/** Goes one step back: from question, reading and review to the fields, then closes the form. */
function escape(form: FormStore): void {
  if (form.leaving.value) {
    form.stay();
  } else if (form.isReading.value) {
    form.stopReading();
  } else if (form.plan.value && form.result.value?.outcome !== "done") {
    if (!form.isBusy.value) {
      form.revise();
    }
  } else {
    form.leave();
  }
}

function Leaving(): JSX.Element {
  const { words, form } = useSellerPage();
  return (
    <div class="leaving" role="alertdialog" aria-label={words.notSentYet}>
      <p>
        <Icon name="warning" /> {words.notSentYet}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={() => form.stay()}>
          {words.keepForm}
        </button>
        <button type="button" class="button quiet" onClick={() => form.leaving.value?.()}>
          {words.discardForm}
        </button>
      </div>
    </div>
  );
}

function Fields(): JSX.Element {
  const { words, form, snippet } = useSellerPage();
  const view = form.form.value;
  const whole = form.problems.value.filter(({ field }) => field === "");
  return (
    <form
      class="fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.review();
      }}
    >
      {view?.fields.map((field) => (
        <FormInput key={field.name} field={field} />
      ))}
      {whole.map(({ text }) => (
        <p key={text} class="problem error" role="alert">
          <Icon name="error" />
          {text}
        </p>
      ))}
      {form.message.value !== undefined && (
        <p class="problem error" role="alert">
          <Icon name="error" />
          {form.message.value}
        </p>
      )}
      <div class="buttons">
        <button type="submit" class="button" disabled={form.isBusy.value}>
          {form.isBusy.value ? words.reading : words.reviewChange}
        </button>
        <StopReading />
        {view && (
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              void snippet(
                { kind: "form", call: view.call, values: form.values.value },
                "clipboard",
              )
            }
          >
            {words.snippet}
          </button>
        )}
      </div>
    </form>
  );
}
