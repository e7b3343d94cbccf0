import type { AttachmentInfo } from "../shared/conversation/conversation.ts";
import { baseName } from "../shared/text/baseName.ts";
import { countInvisible } from "./invisibleCharacters.ts";

/** Something that is sent with a message: its description and its content, frozen when it was added. */
export interface Attachment {
  readonly info: AttachmentInfo;
  readonly content: string;
}

/** The origin of the content; lines are counted from 1. */
export interface AttachmentSource {
  readonly kind: AttachmentInfo["kind"];
  readonly path: string;
  /** What the chip says; by default taken from the path. */
  readonly name?: string;
  /** Address of the document, where the editor can open it again. */
  readonly uri?: string;
  readonly languageId: string;
  readonly startLine?: number;
  readonly endLine?: number;
  /** The words for which a search found it. */
  readonly matched?: string;
}

/** Largest content of one attachment, in UTF-16 units. */
export const maxAttachmentSize = 5_000_000;

/** Most attachments of one message. */
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

/** Kinds whose path consists of folders; the path of other kinds is a plain text. */
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

/** Whether both are the same place with the same content. Adding the same attachment again has no effect. */
export function isSameAttachment(a: Attachment, b: Attachment): boolean {
  return (
    a.info.path === b.info.path &&
    a.info.startLine === b.info.startLine &&
    a.info.endLine === b.info.endLine &&
    a.content === b.content
  );
}
