import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

import { useConsole } from "../app/console.ts";
import { ApiFailure } from "../data/apiFailure.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { FailureNote } from "./FailureNote.tsx";

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly cancel?: string;
  /** Rejects with an `ApiFailure`, which the dialog shows. */
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { title, children, confirm, act, onClose } = props;
  const words = useConsole().words.value;
  const [failure, setFailure] = useState<ApiFailure>();
  const [isActing, setIsActing] = useState(false);
  const run = async (): Promise<void> => {
    setIsActing(true);
    try {
      await act();
      onClose();
    } catch (error) {
      setFailure(ApiFailure.of(error));
      setIsActing(false);
    }
  };
  return (
    <Dialog title={title} look="small" onClose={onClose}>
      <div class="dialog-body">
        {children}
        {failure && <FailureNote failure={failure} />}
      </div>
      <footer class="dialog-foot">
        <Button onClick={onClose}>{props.cancel ?? words.cancel}</Button>
        <Button look="danger" isDisabled={isActing} onClick={() => void run()}>
          {confirm}
        </Button>
      </footer>
    </Dialog>
  );
}
