import { afterEach, expect, test, vi } from "vitest";

import { ImageStore } from "../../../../src/webview/turns/imageStore.ts";
import { deferred } from "../../../support/deferred.ts";

/** One pixel. */
const base64 =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const png = { mimeType: "image/png" as const, base64 };

afterEach(() => {
  vi.restoreAllMocks();
});

/** The object URLs that were made and not revoked. */
function openUrls(): ReadonlySet<string> {
  const open = new Set<string>();
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    const url = `blob:${open.size}-${crypto.randomUUID()}`;
    open.add(url);
    return url;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void open.delete(url));
  return open;
}

test("a picture that arrives when newer ones have taken its place makes no URL", async () => {
  const open = openUrls();
  const late = deferred<typeof png>();
  const store = new ImageStore((id) => (id === "late" ? late.promise : Promise.resolve(png)));
  store.url("late");
  const newer = Array.from({ length: 100 }, (_, at) => store.url(`p${at}`));
  await expect.poll(() => newer.at(-1)?.value).toBeDefined();
  late.resolve(png);
  await late.promise;
  const last = store.url("last");
  await expect.poll(() => last.value).toBeDefined();
  expect(open.size).toBe(40);
});

test("a failure of a forgotten load does not forget the picture that was loaded since", async () => {
  openUrls();
  const first = deferred<typeof png | undefined>();
  let asked = 0;
  const store = new ImageStore((id) => {
    asked += id === "a" ? 1 : 0;
    return id === "a" && asked === 1 ? first.promise : Promise.resolve(png);
  });
  store.url("a");
  for (let at = 0; at < 40; at += 1) {
    store.url(`p${at}`);
  }
  const again = store.url("a");
  await expect.poll(() => again.value).toBeDefined();
  first.resolve(undefined);
  await first.promise;
  await Promise.resolve();
  expect(store.url("a")).toBe(again);
});
