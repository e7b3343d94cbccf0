import type { RecordKind, RecordTypes } from "../../../../src/hubServer/store/records.ts";
import type { RecordStore } from "../../../../src/hubServer/store/store.ts";

/** Records in memory, which counts how often it is asked for tokens. */
export class MemoryRecords implements RecordStore {
  lookups = 0;
  readonly touched: (readonly [id: string, at: number])[] = [];
  /** Of the form `kind id`. */
  readonly #records = new Map<string, RecordTypes[RecordKind]>();
  #version = 0;

  list<K extends RecordKind>(kind: K): Promise<readonly RecordTypes[K][]> {
    const found = [...this.#records]
      .filter(([key]) => key.startsWith(`${kind} `))
      // Only `put` fills the map, each kind under its own keys.
      .map(([, record]) => record as RecordTypes[K]);
    return Promise.resolve(found);
  }

  get<K extends RecordKind>(kind: K, id: string): Promise<RecordTypes[K] | undefined> {
    return Promise.resolve(this.#records.get(`${kind} ${id}`) as RecordTypes[K] | undefined);
  }

  put<K extends RecordKind>(kind: K, record: RecordTypes[K]): Promise<void> {
    this.#version += 1;
    this.#records.set(`${kind} ${record.id}`, record);
    return Promise.resolve();
  }

  async add<K extends RecordKind>(kind: K, record: RecordTypes[K]): Promise<boolean> {
    const isNew = !this.#records.has(`${kind} ${record.id}`);
    if (isNew) {
      await this.put(kind, record);
    }
    return isNew;
  }

  remove(kind: RecordKind, id: string): Promise<boolean> {
    this.#version += 1;
    return Promise.resolve(this.#records.delete(`${kind} ${id}`));
  }

  async findToken(hash: string): Promise<RecordTypes["token"] | undefined> {
    this.lookups += 1;
    return (await this.list("token")).find((token) => token.hash === hash);
  }

  touchToken(id: string, at: number): Promise<void> {
    this.touched.push([id, at]);
    return Promise.resolve();
  }

  version(): Promise<number> {
    return Promise.resolve(this.#version);
  }
}
