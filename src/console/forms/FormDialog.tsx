import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { FormFields } from "./FormFields.tsx";
import type { FormState } from "./formState.ts";

export interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly form: FormState;
  readonly children?: ComponentChildren;
  /** Content below the fields. */
  readonly after?: ComponentChildren;
  readonly onClose: () => void;
}

export function FormDialog({
  title,
  submit,
  form,
  children,
  after,
  onClose,
}: FormDialogProps): JSX.Element {
  const { words, router } = useConsole();
  const element = useRef<HTMLFormElement>(null);
  const question = useDiscardQuestion(form, onClose);
  useEffect(() => router.guard(() => form.isChanged), [router, form]);
  const send = async (): Promise<void> => {
    if (await form.submit()) {
      onClose();
    } else {
      focusProblem(element);
    }
  };
  return (
    <Dialog title={title} onClose={question.close}>
      <form
        ref={element}
        noValidate
        onInput={question.withdraw}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div class="dialog-body">
          {children}
          <FormFields form={form} />
          {after}
          {form.failure && <FailureNote failure={form.failure} />}
        </div>
        {question.isAsked ? (
          <DiscardQuestion onKeep={question.keep} onDiscard={onClose} />
        ) : (
          <footer class="dialog-foot">
            <Button onClick={question.close}>{words.value.cancel}</Button>
            <Button look="primary" type="submit" isDisabled={form.isSending}>
              {submit}
            </Button>
          </footer>
        )}
      </form>
    </Dialog>
  );
}

interface Question {
  readonly isAsked: boolean;
  readonly close: () => void;
  readonly keep: () => void;
  readonly withdraw: () => void;
}

function useDiscardQuestion(form: FormState, onClose: () => void): Question {
  const [isAsked, setIsAsked] = useState(false);
  const place = useRef<Element | null>(null);
  const close = (): void => {
    if (!form.isChanged) {
      onClose();
    } else if (!isAsked) {
      place.current = document.activeElement;
      setIsAsked(true);
    }
  };
  const keep = (): void => {
    setIsAsked(false);
    if (place.current instanceof HTMLElement) {
      place.current.focus();
    }
  };
  return { isAsked, close, keep, withdraw: () => setIsAsked(false) };
}

interface DiscardQuestionProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps): JSX.Element {
  const text = useConsole().words.value;
  const footer = useRef<HTMLElement>(null);
  useLayoutEffect(() => footer.current?.querySelector("button")?.focus(), []);
  return (
    <footer ref={footer} class="dialog-foot asking">
      <span role="alert">{text.discardQuestion}</span>
      <Button onClick={onKeep}>{text.keepEditing}</Button>
      <Button look="danger" onClick={onDiscard}>
        {text.discard}
      </Button>
    </footer>
  );
}

/** Waits until the problem is drawn. */
export function focusProblem(form: { readonly current: HTMLElement | null }): void {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
