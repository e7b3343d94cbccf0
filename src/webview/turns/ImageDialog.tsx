import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { IconButton } from "../kit/IconButton.tsx";
import { useWords } from "../page/useWords.ts";
import { useTurns } from "./turnsPage.ts";

export function ImageDialog(): JSX.Element | null {
  const turns = useTurns();
  const id = turns.shownImageId.value;
  return id === undefined ? null : <OpenDialog id={id} />;
}

function OpenDialog({ id }: { readonly id: string }): JSX.Element {
  const words = useWords();
  const turns = useTurns();
  const dialog = useRef<HTMLDialogElement>(null);
  const url = turns.images.url(id).value;
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = (): void => {
    turns.shownImageId.value = undefined;
  };
  return (
    <dialog
      ref={dialog}
      class="image-dialog"
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) {
          dialog.current?.close();
        }
      }}
    >
      <IconButton icon="close" label={words.closeImage} onClick={() => dialog.current?.close()} />
      {url !== undefined && <img src={url} alt="" />}
    </dialog>
  );
}
