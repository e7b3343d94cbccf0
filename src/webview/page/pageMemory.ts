import * as z from "zod/mini";

/**
 * The reader's place: a message and the distance of its top from the top of the log, in CSS pixels.
 */
const placeSchema = z.object({ messageId: z.string(), top: z.number() });

export type ReadingPlace = z.infer<typeof placeSchema>;

const versionedTextSchema = z.object({ text: z.string(), version: z.number() });

/** The version rises with each change, so that the newer of two copies is known. */
export type VersionedText = z.infer<typeof versionedTextSchema>;

const memorySchema = z.object({
  /** The host reads it too, to restore a chat in an editor tab. */
  conversationId: z.optional(z.string()),
  /** Text that the host may not have yet. */
  unsavedDraft: z.optional(versionedTextSchema),
  /** Absent while the reader follows the end. */
  place: z.optional(placeSchema),
});

type Memory = z.infer<typeof memorySchema>;

export interface Storage {
  read(): unknown;
  write(state: unknown): void;
}

/** The page's own memory across a reload. Unreadable data counts as empty. */
export class PageMemory {
  readonly #storage: Storage;
  #memory: Memory;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#memory = memorySchema.safeParse(storage.read()).data ?? {};
  }

  get unsavedDraft(): VersionedText | undefined {
    return this.#memory.unsavedDraft;
  }

  get place(): ReadingPlace | undefined {
    return this.#memory.place;
  }

  /** Switches to another conversation and drops the data of the one before. */
  enter(conversationId: string): void {
    if (conversationId !== this.#memory.conversationId) {
      this.#write({ conversationId });
    }
  }

  keepDraft(unsavedDraft: VersionedText | undefined): void {
    const { unsavedDraft: _previous, ...rest } = this.#memory;
    this.#write({ ...rest, ...(unsavedDraft !== undefined && { unsavedDraft }) });
  }

  keepPlace(place: ReadingPlace | undefined): void {
    const { place: _previous, ...rest } = this.#memory;
    this.#write({ ...rest, ...(place !== undefined && { place }) });
  }

  #write(memory: Memory): void {
    this.#memory = memory;
    this.#storage.write(memory);
  }
}
