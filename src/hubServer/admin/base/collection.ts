import * as z from "zod/mini";

import { type HubResponse, jsonResponse } from "../../http/message.ts";
import { maxRecords } from "../../store/builtInRecords.ts";
import type { AuditEvent, RecordKind, RecordTypes } from "../../store/records.ts";
import type { AdminDeps } from "./adminDeps.ts";
import { conflict, forbidden, notFound } from "./adminErrors.ts";
import type { AdminCall, GuardedRoute, Principal } from "./adminRoute.ts";
import { type Change, type Changes, changeEvent } from "./changes.ts";
import { parseInput, readBody, readFields } from "./input.ts";
import { newId } from "./newId.ts";

type Fields = Readonly<Record<string, unknown>>;

interface InputSchema extends z.ZodMiniType {
  readonly shape: Fields;
}

export interface Collection<K extends RecordKind, S extends InputSchema> {
  readonly kind: K;
  readonly path: string;
  readonly idPrefix: string;
  readonly input: S;
  readonly partial: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** The input that would create the record; a partial change is merged into it. */
  readonly inputOf: (record: RecordTypes[K]) => Fields;
  readonly recordOf: (
    input: z.output<S>,
    base: { readonly id: string; readonly createdAt: number; readonly previous?: RecordTypes[K] },
  ) => Promise<RecordTypes[K]>;
  readonly nameOf: (record: RecordTypes[K]) => string;
  readonly show: (records: readonly RecordTypes[K][]) => Promise<readonly object[]>;
  readonly given?: readonly { readonly id: string }[];
  /** References that forbid deletion, as `2 users`. */
  readonly usedBy: (record: RecordTypes[K]) => Promise<readonly string[]>;
  readonly newFacts?: (record: RecordTypes[K]) => Promise<NonNullable<AuditEvent["detail"]>>;
  readonly changed?: (record: RecordTypes[K], fields: readonly string[]) => Promise<void>;
}

/** Where it is not "a" and the kind. */
const nouns: Readonly<Partial<Record<RecordKind, string>>> = {
  ownKind: "a kind of sensitive data",
  upstream: "an upstream",
};

export function collectionRoutes<K extends RecordKind, S extends InputSchema>(
  collection: Collection<K, S>,
  deps: AdminDeps,
  changes: Changes,
): readonly GuardedRoute[] {
  const { path, kind, input, partial, output } = collection;
  const access = "admin";
  const noun = nouns[kind] ?? `a ${kind}`;
  const bare = noun.replace(/^an? /u, "");
  const one = `${path}/{id}`;
  const handlers = new CollectionHandlers(collection, deps);
  return [
    {
      method: "GET",
      path,
      access,
      doc: { summary: `Every ${bare}`, answer: output, isList: true },
      handle: () => handlers.list(),
    },
    {
      method: "POST",
      path,
      access,
      doc: { summary: `Make ${noun}`, body: input, answer: output, status: 201 },
      handle: (call) => changes.make(() => handlers.create(call)),
    },
    {
      method: "GET",
      path: one,
      access,
      doc: { summary: `One ${bare}`, answer: output },
      handle: ({ id }) => handlers.get(id),
    },
    {
      method: "PATCH",
      path: one,
      access,
      doc: { summary: `Change some fields of ${noun}`, body: partial, answer: output },
      handle: (call) => changes.make(() => handlers.patch(call)),
    },
    {
      method: "DELETE",
      path: one,
      access,
      doc: { summary: `Delete ${noun} that nothing uses`, answer: deletedSchema },
      handle: (call) => changes.make(() => handlers.remove(call)),
    },
  ];
}

export const deletedSchema = z.object({
  id: z.string(),
  object: z.string(),
  deleted: z.literal(true),
});

export function listResponse(data: readonly object[], next: string | null = null): HubResponse {
  return jsonResponse(200, { object: "list", data, has_more: next !== null, next });
}

export function changedFields(before: Fields, patch: Fields, shape: Fields): readonly string[] {
  return Object.keys(patch).filter(
    (key) =>
      Object.hasOwn(shape, key) &&
      JSON.stringify(patch[key] ?? null) !== JSON.stringify(before[key] ?? null),
  );
}

class CollectionHandlers<K extends RecordKind, S extends InputSchema> {
  readonly #collection: Collection<K, S>;
  readonly #deps: AdminDeps;

  constructor(collection: Collection<K, S>, deps: AdminDeps) {
    this.#collection = collection;
    this.#deps = deps;
  }

  async list(): Promise<HubResponse> {
    const { kind, show, given = [] } = this.#collection;
    return listResponse([...given, ...(await show(await this.#deps.store.records.list(kind)))]);
  }

  async get(id: string): Promise<HubResponse> {
    const given = this.#given(id);
    return given ? jsonResponse(200, given) : this.#answer(200, await this.#find(id));
  }

  async create({ request, principal }: AdminCall): Promise<HubResponse> {
    const { kind, input, recordOf, idPrefix } = this.#collection;
    const { store, clock } = this.#deps;
    const parsed = await readBody(request, input);
    if ((await store.records.list(kind)).length >= maxRecords) {
      throw conflict(`There are ${maxRecords} already, and there can be no more.`);
    }
    const record = await recordOf(parsed, { id: newId(idPrefix), createdAt: clock.now() });
    await this.#put(record, principal, { action: "create" });
    return this.#answer(201, record);
  }

  async patch({ request, id, principal }: AdminCall): Promise<HubResponse> {
    const { input, inputOf, recordOf } = this.#collection;
    const patch = await readFields(request);
    const previous = await this.#find(id);
    const before = inputOf(previous);
    const parsed = parseInput(input, { ...before, ...patch });
    const fields = changedFields(before, patch, input.shape);
    if (fields.length === 0) {
      return this.#answer(200, previous);
    }
    const createdAt = this.#createdAt(previous);
    const record = await recordOf(parsed, { id, createdAt, previous });
    await this.#put(record, principal, { action: "update", fields });
    return this.#answer(200, record);
  }

  async remove({ id, principal }: AdminCall): Promise<HubResponse> {
    const { kind, nameOf, usedBy } = this.#collection;
    const { store, clock } = this.#deps;
    const record = await this.#find(id);
    const users = await usedBy(record);
    if (users.length > 0) {
      throw conflict(`This ${kind} is in use: by ${users.join(", ")}. Change that first.`);
    }
    const change: Change = { action: "delete", kind, id, name: nameOf(record) };
    await store.records.remove(kind, id, changeEvent(change, principal, clock.now()));
    return jsonResponse(200, { id, object: kind, deleted: true });
  }

  async #put(
    record: RecordTypes[K],
    principal: Principal,
    what: Pick<Change, "action" | "fields">,
  ): Promise<void> {
    const { kind, nameOf, changed, newFacts } = this.#collection;
    const { store, clock } = this.#deps;
    const change: Change = { ...what, kind, id: record.id, name: nameOf(record) };
    const event = changeEvent(change, principal, clock.now());
    const facts = what.action === "create" ? await newFacts?.(record) : undefined;
    await store.records.put(kind, record, { ...event, detail: { ...event.detail, ...facts } });
    await changed?.(record, what.fields ?? []);
  }

  async #find(id: string): Promise<RecordTypes[K]> {
    const { kind } = this.#collection;
    if (this.#given(id)) {
      throw forbidden(`This ${kind} was given when the hub was started: change it there.`);
    }
    const record = await this.#deps.store.records.get(kind, id);
    if (!record) {
      throw notFound(kind);
    }
    return record;
  }

  #given(id: string): object | undefined {
    return this.#collection.given?.find((entry) => entry.id === id);
  }

  #createdAt(record: RecordTypes[K]): number {
    return "createdAt" in record ? record.createdAt : this.#deps.clock.now();
  }

  async #answer(status: number, record: RecordTypes[K]): Promise<HubResponse> {
    const [shown] = await this.#collection.show([record]);
    return jsonResponse(status, shown);
  }
}
