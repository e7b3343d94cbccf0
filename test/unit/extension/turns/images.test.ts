import { expect, test, vi } from "vitest";

import { imageModels } from "../../../../src/extension/turns/imageModels.ts";
import { createImageAttachment } from "../../../../src/extension/turns/images.ts";
import type { HubModel } from "../../../../src/shared/hubApi/model.ts";
import { jpegOf, pngOf } from "../../../support/pictures.ts";

const never = () => Promise.reject(new Error("Nothing had to be made smaller"));

test("a picture becomes an attachment as it is; its type is that of its bytes", async () => {
  const bytes = jpegOf(30, 20);
  const result = await createImageAttachment("p1", { name: "C:\\tmp\\cat.png", bytes }, never);
  expect(result).toEqual({
    attachment: {
      info: {
        id: "p1",
        kind: "image",
        name: "cat.png",
        path: "C:\\tmp\\cat.png",
        languageId: "",
        size: bytes.length,
        mimeType: "image/jpeg",
        width: 30,
        height: 20,
      },
      content: Buffer.from(bytes).toString("base64"),
    },
  });
});

test("a picture without a name gets one by its type", async () => {
  const result = await createImageAttachment("p1", { name: "", bytes: pngOf(1, 1) }, never);
  expect(result).toMatchObject({ attachment: { info: { name: "image.png" } } });
});

test("what is no picture is refused, whatever its name says", async () => {
  const bytes = new TextEncoder().encode("<svg onload=alert(1)>");
  expect(await createImageAttachment("p1", { name: "a.png", bytes }, never)).toEqual({
    problem: "noImage",
  });
});

test("a picture that is too large is made smaller, once, and checked again", async () => {
  const shrink = vi.fn(() => Promise.resolve(pngOf(2048, 1000)));
  const image = { name: "a.png", bytes: pngOf(4096, 2000) };
  expect(await createImageAttachment("p1", image, shrink)).toMatchObject({
    attachment: { info: { width: 2048, height: 1000 } },
  });
  expect(shrink).toHaveBeenCalledExactlyOnceWith(
    { mimeType: "image/png", width: 4096, height: 2000 },
    image.bytes,
  );
});

test.each([
  ["nobody can do it", undefined],
  ["it is as large as before", pngOf(4096, 2000)],
  ["something else came back", new Uint8Array([1, 2, 3])],
])("a picture that stays too large is refused: %s", async (_name, smaller) => {
  const image = { name: "a.png", bytes: pngOf(4096, 2000) };
  expect(await createImageAttachment("p1", image, () => Promise.resolve(smaller))).toEqual({
    problem: "tooLarge",
  });
});

test("a file too large to look at is not looked at", async () => {
  const bytes = new Uint8Array(40 * 1024 * 1024 + 1);
  expect(await createImageAttachment("p1", { name: "a.png", bytes }, never)).toEqual({
    problem: "tooLarge",
  });
});

const model = (id: string, sees: boolean | undefined): HubModel => ({
  id,
  name: id.toUpperCase(),
  capabilities: sees === undefined ? {} : { vision: sees },
});

test.each([
  ["says no", false, false],
  ["says yes", true, true],
  ["says nothing", undefined, true],
])("a model of which the hub %s takes images: %s", async (_name, vision, takesImages) => {
  const models = [model("a", vision), ...["b", "c", "d", "e"].map((id) => model(id, true))];
  const found = await imageModels({ list: () => Promise.resolve({ models }) }, "a");
  expect(found.takesImages).toBe(takesImages);
  expect(found.others).toHaveLength(3);
});
