import { expect, test } from "vitest";

import { FimProbe } from "../../../../src/hubServer/upstream/fimProbe.ts";

type Models = Parameters<FimProbe["look"]>[0];

function listed(id: string, fields: object = {}): Models[number] {
  return { id, created: 0, owned_by: "llamacpp", ...fields };
}

/** Looks at a list whose questions are all answered with a status; says which models were asked about. */
async function look(probe: FimProbe, models: Models, status: number): Promise<readonly unknown[]> {
  const asked: unknown[] = [];
  await probe.look(models, (_, { model }) => {
    asked.push(model);
    return Promise.resolve({ status, fields: {} });
  });
  return asked;
}

test.each([401, 429, 500, 503])(
  "a model whose server answers %d is asked again",
  async (status) => {
    const probe = new FimProbe();
    await look(probe, [listed("a")], status);
    expect(probe.formOf("a")).toBeUndefined();
    expect(await look(probe, [listed("a")], 200)).toEqual(["a"]);
    expect(probe.formOf("a")).toBe("infill");
  },
);

test.each([400, 404, 501])("a refusal (%d) holds", async (status) => {
  const probe = new FimProbe();
  await look(probe, [listed("a")], status);
  expect(await look(probe, [listed("a")], 200)).toEqual([]);
  expect(probe.formOf("a")).toBeUndefined();
});

test("a model that its server would have to load is asked about once it is loaded", async () => {
  const probe = new FimProbe();
  const asleep = ["unloaded", "sleeping"].map((value) => listed(value, { status: { value } }));
  expect(await look(probe, asleep, 200)).toEqual([]);
  const awake = listed("unloaded", { status: { value: "loaded" } });
  expect(await look(probe, [awake], 200)).toEqual(["unloaded"]);
});

test("a long list costs at most 50 requests at once, and none for models that need no question", async () => {
  const probe = new FimProbe();
  const others = Array.from({ length: 300 }, (_, at) => listed(`o${at}`, { owned_by: "x" }));
  const asked = Array.from({ length: 60 }, (_, at) => listed(`a${at}`));
  const codestral = listed("c", { owned_by: "mistralai", capabilities: { completion_fim: true } });
  const models = [...others, ...asked, codestral];
  expect(await look(probe, models, 200)).toHaveLength(50);
  expect(probe.formOf("c")).toBe("mistral");
  expect(await look(probe, models, 200)).toHaveLength(10);
});

test("what is no longer listed is forgotten", async () => {
  const probe = new FimProbe();
  await look(probe, [listed("a")], 200);
  await look(probe, [], 200);
  expect(probe.formOf("a")).toBeUndefined();
});
