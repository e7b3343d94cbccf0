import * as z from "zod/mini";

const placeSchema = z.object({ messageId: z.string(), top: z.number() });

export type ReadingPlace = z.infer<typeof placeSchema>;

const versionedTextSchema = z.object({ text: z.string(), version: z.number() });

export type VersionedText = z.infer<typeof versionedTextSchema>;

const memorySchema = z.object({
  conversationId: z.optional(z.string()),
  /** A draft that the host may not have yet. */
  unsavedDraft: z.optional(versionedTextSchema),
  place: z.optional(placeSchema),
});

type Memory = z.infer<typeof memorySchema>;

export interface Storage {
  read(): unknown;
  write(state: unknown): void;
}

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
