import { beforeEach, expect, test } from "vitest";

import { type Secrets, TokenStore } from "../../../../src/hub/tokens/tokenStore.ts";
import { Emitter } from "../../../../src/shared/base/emitter.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

/** A key ring that can be shared by windows, locked or broken. */
class KeyRing implements Secrets {
  readonly values = new Map<string, string>();
  readonly #didChange = new Emitter<{ readonly key: string }>();
  readonly onDidChange = this.#didChange.event;
  mood: "well" | "broken" | "silent" = "well";

  get(key: string): Promise<string | undefined> {
    return this.#answer(() => this.values.get(key));
  }

  store(key: string, value: string): Promise<void> {
    return this.#answer(() => {
      this.values.set(key, value);
      this.#didChange.fire({ key });
    });
  }

  delete(key: string): Promise<void> {
    return this.#answer(() => {
      this.values.delete(key);
      this.#didChange.fire({ key });
    });
  }

  #answer<T>(work: () => T): Promise<T> {
    switch (this.mood) {
      case "broken":
        return Promise.reject(new Error("locked"));
      case "silent":
        return new Promise(() => undefined);
      default:
        return Promise.resolve(work());
    }
  }
}

const origin = "https://hub.example.com";
const token = "sk_hub_0123456789abcdef";

let keyRing: KeyRing;
let clock: FakeClock;
let store: TokenStore;

beforeEach(() => {
  keyRing = new KeyRing();
  clock = new FakeClock();
  store = new TokenStore(keyRing, clock);
});

async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test("a token is kept under its origin and is nobody else's", async () => {
  expect(await store.set(origin, token)).toEqual({ token, isKept: true });
  expect(await store.get(origin)).toEqual({ token, isKept: true });
  expect(await store.get("https://hub.example.com:8443")).toBeUndefined();
  expect(await store.get("http://hub.example.com")).toBeUndefined();
});

test("another window that shares the key ring hears of a new token", async () => {
  const other = new TokenStore(keyRing, clock);
  const heard: string[] = [];
  other.onDidChange((changed) => heard.push(changed));
  await store.set(origin, token);
  expect(heard).toEqual([origin]);
  expect(await other.get(origin)).toEqual({ token, isKept: true });
});

test("a key ring that refuses keeps the token for this session, and the answer says so", async () => {
  keyRing.mood = "broken";
  expect(await store.set(origin, token)).toEqual({ token, isKept: false });
  expect(await store.get(origin)).toEqual({ token, isKept: false });
});

test("a key ring that never answers is waited for five seconds, no longer", async () => {
  keyRing.mood = "silent";
  const setting = store.set(origin, token);
  await settle();
  clock.advance(4_999);
  await settle();
  clock.advance(1);
  expect(await setting).toEqual({ token, isKept: false });
  expect(clock.pendingTimers).toBe(0);
});

test("clearing forgets the token here and tells every window", async () => {
  await store.set(origin, token);
  const heard: string[] = [];
  store.onDidChange((changed) => heard.push(changed));
  expect(await store.clear(origin)).toBe(true);
  expect(await store.get(origin)).toBeUndefined();
  expect(heard).toContain(origin);
  expect(keyRing.values.size).toBe(0);
});
