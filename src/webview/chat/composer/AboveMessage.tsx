import type { JSX } from "preact";

import { RunPart } from "../../agent/agentParts.tsx";
import { ContextNotes } from "../../context/ContextNotes.tsx";
import { SensitiveNote } from "../../protection/parts.tsx";
import { ImageNotice } from "../../turns/ImageNotice.tsx";
import { QueuePart } from "../../turns/turnsParts.tsx";

export function AboveMessage(): JSX.Element {
  return (
    <>
      <RunPart />
      <QueuePart />
      <ImageNotice />
      <ContextNotes />
      <SensitiveNote />
    </>
  );
}
