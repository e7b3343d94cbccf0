import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Icon } from "../components/Icon.tsx";
import { usePage } from "../components/page.ts";
import { carriesFiles, readDropped } from "./droppedData.ts";

/** The whole page takes what is dropped, wherever it falls. */
export function DropTarget(): JSX.Element | null {
  const { words, features } = usePage();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
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
        features.context.drop(readDropped(event.dataTransfer));
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
