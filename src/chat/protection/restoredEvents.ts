import type { StreamEvent, ToolCall, ToolPlace } from "../../hub/wire/chatTypes.ts";
import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";
import { AddressTracker } from "./addressTracker.ts";
import { openPlaceholderLength, type Placeholders, type Restoring } from "./placeholders.ts";

const maxDepth = 500;

type DeltaKind = "textDelta" | "reasoningDelta";

export interface CallValues {
  readonly tool: string;
  readonly values: readonly (readonly [kind: FoundKind, value: string])[];
}

/** `all` includes secrets, so a person must have agreed. */
export type MayRestoreCall = (call: CallValues) => Promise<Restoring | "none">;

export interface RestoreOptions {
  readonly mayRestoreCall?: MayRestoreCall | undefined;
  readonly toolPlace?: ((tool: string) => ToolPlace) | undefined;
  readonly secretsStay?: boolean | undefined;
}

/** Names of arguments with an address or a part of one. */
const addressName =
  /(?:^|[^a-z])(?:ur[ilns]{1,2}|href|src|link|endpoint|webhook|callback|redirect|host|hostname|domain|origin|server|proxy)(?![a-z])/u;

/**
 * Restores values outside addresses. Holds back at most the possible start of one placeholder, and sends it before
 * any event that ends it.
 */
export async function* restoredEvents(
  events: AsyncIterable<StreamEvent>,
  placeholders: Placeholders,
  options: RestoreOptions = {},
): AsyncGenerator<StreamEvent> {
  const held = new HeldText(placeholders, options.secretsStay ? "withoutSecrets" : "all");
  try {
    for await (const event of events) {
      if (event.kind === "toolCall") {
        yield* held.rest();
        yield { ...event, call: await restoredCall(event.call, placeholders, options) };
      } else {
        yield* restored(event, held);
      }
    }
  } catch (error) {
    yield* held.rest();
    throw error;
  }
  yield* held.rest();
}

function* restored(
  event: Exclude<StreamEvent, { kind: "toolCall" }>,
  held: HeldText,
): Generator<StreamEvent> {
  switch (event.kind) {
    case "textDelta":
    case "reasoningDelta":
      yield* held.add(event.kind, event.text);
      return;
    case "finished":
      yield* held.rest();
      yield event;
      return;
    case "responseStarted":
    case "usage":
    case "notice":
      yield event;
      return;
    default:
      event satisfies never;
  }
}

async function restoredCall(
  call: ToolCall,
  placeholders: Placeholders,
  { mayRestoreCall, toolPlace }: RestoreOptions,
): Promise<ToolCall> {
  const values = placeholders.valuesIn(JSON.stringify(call.arguments));
  if (values.length === 0) {
    return call;
  }
  const place = toolPlace?.(call.name) ?? "away";
  const restoring =
    (await mayRestoreCall?.({ tool: call.name, values })) ??
    (place === "away" ? "withoutSecrets" : "all");
  if (restoring === "none") {
    return call;
  }
  const isEverywhere = place === "local";
  const rules = { placeholders, isEverywhere, restoring };
  return {
    ...call,
    arguments: restoredArguments(call.arguments, rules),
    ...(place === "shown" && { restored: values.map(([kind]) => kind) }),
  };
}

interface ArgumentRules {
  readonly placeholders: Placeholders;
  readonly isEverywhere: boolean;
  readonly restoring: Restoring;
}

function restoredArguments(
  args: Readonly<Record<string, unknown>>,
  values: ArgumentRules,
  depth = 0,
): Readonly<Record<string, unknown>> {
  const { placeholders, isEverywhere, restoring } = values;
  const restore = (text: string): string =>
    isEverywhere
      ? placeholders.restoreEverywhere(text)
      : placeholders.restore(text, undefined, restoring);
  const valueOf = (item: unknown, level: number): unknown => {
    if (typeof item === "string") {
      return restore(item);
    }
    if (typeof item !== "object" || item === null || level > maxDepth) {
      return item;
    }
    return Array.isArray(item)
      ? item.map((inner) => valueOf(inner, level + 1))
      : restoredArguments({ ...item }, values, level + 1);
  };
  return Object.fromEntries(
    Object.entries(args).map(([key, item]) =>
      isAddressName(key) && !isEverywhere ? [key, item] : [restore(key), valueOf(item, depth)],
    ),
  );
}

function isAddressName(name: string): boolean {
  return addressName.test(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, "_").toLowerCase());
}

class HeldText {
  readonly #placeholders: Placeholders;
  readonly #restoring: Restoring;
  readonly #trackers: Readonly<Record<DeltaKind, AddressTracker>> = {
    textDelta: new AddressTracker(),
    reasoningDelta: new AddressTracker(),
  };
  #kind: DeltaKind = "textDelta";
  #text = "";

  constructor(placeholders: Placeholders, restoring: Restoring) {
    this.#placeholders = placeholders;
    this.#restoring = restoring;
  }

  *add(kind: DeltaKind, delta: string): Generator<StreamEvent> {
    if (kind !== this.#kind) {
      yield* this.rest();
      this.#kind = kind;
    }
    const text = this.#text + delta;
    const end = text.length - openPlaceholderLength(text);
    this.#text = text.slice(end);
    yield* this.#told(text.slice(0, end));
  }

  *rest(): Generator<StreamEvent> {
    const text = this.#text;
    this.#text = "";
    yield* this.#told(text);
  }

  *#told(text: string): Generator<StreamEvent> {
    if (text !== "") {
      const tracker = this.#trackers[this.#kind];
      const known = this.#placeholders.restore(text, tracker, this.#restoring);
      yield { kind: this.#kind, text: known };
    }
  }
}
