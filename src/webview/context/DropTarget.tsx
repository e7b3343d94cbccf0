import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { isImageFile } from "../turns/imageFiles.ts";
import { useTurns } from "../turns/turnsPage.ts";
import { useChatContext } from "./contextPage.ts";
import { carriesFiles, readDropped } from "./droppedData.ts";

export function DropTarget(): JSX.Element | null {
  const { words } = usePage();
  const turns = useTurns();
  const context = useChatContext();
  const [isOver, setIsOver] = useState(false);
  useLayoutEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer && carriesFiles(event.dataTransfer.types)) {
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        setIsOver(true);
      }
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) {
        setIsOver(false);
      }
    };
    const drop = (event: DragEvent): void => {
      setIsOver(false);
      if (event.dataTransfer && carriesFiles(event.dataTransfer.types)) {
        event.preventDefault();
        const { uris, files } = readDropped(event.dataTransfer);
        turns.takeFiles(files);
        const rest = files.filter((file) => !isImageFile(file));
        if (uris.length > 0 || rest.length > 0) {
          context.drop({ uris, files: rest });
        }
      }
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return isOver ? (
    <div class="drop-overlay">
      <Icon name="add" />
      {words.dropHere}
    </div>
  ) : null;
}
