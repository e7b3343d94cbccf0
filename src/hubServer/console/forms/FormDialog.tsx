import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { FailureNote } from "../parts/FailureNote.tsx";
import { FormFields } from "./FormFields.tsx";
import type { FormState } from "./formState.ts";

export interface FormDialogProps {
  readonly title: string;
  /** Names the act. */
  readonly submit: string;
  readonly form: FormState;
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** A form over the view. What was typed is given up only when one says so. */
export function FormDialog({
  title,
  submit,
  form,
  children,
  onClose,
}: FormDialogProps): JSX.Element {
  const { words, router } = useConsole();
  const [isAsking, setIsAsking] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => router.guard(() => form.isChanged), [router, form]);
  const close = (): void => {
    if (form.isChanged && !isAsking) {
      setIsAsking(true);
    } else if (!form.isChanged) {
      onClose();
    }
  };
  const send = async (): Promise<void> => {
    if (await form.submit()) {
      onClose();
    } else {
      focusProblem(element);
    }
  };
  return (
    <Dialog title={title} onClose={close}>
      <form
        ref={element}
        noValidate
        onInput={() => setIsAsking(false)}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div class="dialog-body">
          {children}
          <FormFields form={form} />
          {form.failure && <FailureNote failure={form.failure} />}
        </div>
        {isAsking ? (
          <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={onClose} />
        ) : (
          <footer class="dialog-foot">
            <Button onClick={close}>{words.value.cancel}</Button>
            <Button look="primary" type="submit" isDisabled={form.isSending}>
              {submit}
            </Button>
          </footer>
        )}
      </form>
    </Dialog>
  );
}

interface DiscardQuestionProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps): JSX.Element {
  const text = useConsole().words.value;
  return (
    <footer class="dialog-foot asking">
      <span role="alert">{text.discardQuestion}</span>
      <Button onClick={onKeep}>{text.keepEditing}</Button>
      <Button look="danger" onClick={onDiscard}>
        {text.discard}
      </Button>
    </footer>
  );
}

/** Leads to the first field that has to be mended, once its problem is drawn. */
export function focusProblem(form: { readonly current: HTMLElement | null }): void {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
