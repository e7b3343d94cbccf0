import type { AttachmentInfo } from "../shared/conversation/conversation.ts";
import { baseName } from "../shared/text/baseName.ts";
import { countInvisible } from "./invisibleCharacters.ts";

/** A message's attachment, frozen when it was added. */
export interface Attachment {
  readonly info: AttachmentInfo;
  readonly content: string;
}

export interface AttachmentSource {
  readonly kind: AttachmentInfo["kind"];
  readonly path: string;
  /** Shown on the chip; defaults to the name in the path. */
  readonly name?: string;
  readonly uri?: string;
  readonly languageId: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly matched?: string;
}

export const maxAttachmentSize = 5_000_000;

export const maxAttachments = 50;

export function createAttachment(
  id: string,
  source: AttachmentSource,
  content: string,
): Attachment {
  const invisibleCharacters = countInvisible(content);
  return {
    info: {
      id,
      kind: source.kind,
      name: nameOf(source),
      path: source.path,
      ...(source.uri !== undefined && { uri: source.uri }),
      languageId: source.languageId,
      ...(source.startLine !== undefined && { startLine: source.startLine }),
      ...(source.endLine !== undefined && { endLine: source.endLine }),
      size: content.length,
      ...(source.matched !== undefined && { matched: source.matched.slice(0, 300) }),
      ...(invisibleCharacters > 0 && { invisibleCharacters }),
    },
    content,
  };
}

const placed = new Set<AttachmentInfo["kind"]>([
  "selection",
  "file",
  "folder",
  "symbol",
  "instructions",
  "image",
]);

function nameOf({ kind, path, name }: AttachmentSource): string {
  const ofPath = placed.has(kind) ? baseName(path.replaceAll("\\", "/")) : path;
  return (name ?? ofPath).slice(0, 1000);
}

export function isSameAttachment(a: Attachment, b: Attachment): boolean {
  return (
    a.info.path === b.info.path &&
    a.info.startLine === b.info.startLine &&
    a.info.endLine === b.info.endLine &&
    a.content === b.content
  );
}
