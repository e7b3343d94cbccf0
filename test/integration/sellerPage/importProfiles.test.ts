import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ProfileFile } from "../../../src/extension/seller/files/profileFile.ts";
import {
  type ImportProfile,
  readImportProfiles,
} from "../../../src/seller/csv/check/importProfile.ts";
import { csvFile, SellerLab } from "./sellerLab.ts";

const file = "Ref;Saldo livre\nSKU-00002;77\n";

/** Saves how a file is read whose titles say nothing. */
async function saved(lab: SellerLab, name: string): Promise<void> {
  await lab.page.changeImport({
    plan: {
      call: "updateStock",
      format: { encoding: "utf-8", delimiter: ";", decimal: "." },
      mapping: { codigoProdutoSeller: "Ref", quantidadeEstoque: "Saldo livre" },
    },
  });
  const { plan } = lab.back.import.state;
  const mapping = { codigoProdutoSeller: "Ref", quantidadeEstoque: "Saldo livre" };
  await lab.page.changeImport({
    plan: {
      ...(plan ?? { call: "updateStock" as const }),
      format: { encoding: "utf-8", delimiter: ";", decimal: "." },
      mapping,
    },
  });
  expect(await lab.page.saveImportProfile({ name })).toEqual({ ok: true });
}

test("a saved profile is offered for a file with the same columns, and reads it as before", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(file));
  await saved(lab, "Estoque do ERP");
  expect(lab.back.import.state).toMatchObject({
    profiles: ["Estoque do ERP"],
    profile: "Estoque do ERP",
  });
  await lab.back.import.choose(csvFile("Saldo livre;Ref\n5;SKU-00001\n", "other.csv"));
  expect(lab.back.import.state.profiles).toEqual(["Estoque do ERP"]);
  expect(lab.back.import.state.profile).toBeUndefined();
  await lab.page.useImportProfile({ name: "Estoque do ERP" });
  expect(lab.back.import.state).toMatchObject({
    profile: "Estoque do ERP",
    canCheck: true,
    plan: { call: "updateStock", format: { decimal: "." } },
  });
  await lab.back.import.check();
  await lab.back.import.start();
  expect(lab.writes).toEqual(["PUT /portal-seller/estoques/atualizar/1/5"]);
  await lab.back.import.choose(csvFile("SKU;Saldo\nSKU-00001;5\n"));
  expect(lab.back.import.state.profiles).toEqual([]);
});

test("profiles are in a file of the person's that other programs read, and can be removed", async () => {
  await using lab = await SellerLab.start();
  await lab.back.import.choose(csvFile(file));
  await saved(lab, "One");
  await saved(lab, "Two");
  const read = async (): Promise<readonly string[]> =>
    readImportProfiles(
      await readFile(join(lab.folder, "seller-import-profiles.json"), "utf8"),
    )?.map(({ name }) => name) ?? [];
  expect(await read()).toEqual(["Two", "One"]);
  await lab.page.removeImportProfile({ name: "Two" });
  expect(await read()).toEqual(["One"]);
  expect(lab.back.import.state).toMatchObject({ profiles: ["One"] });
});

test.each(["{", '{"version":2,"profiles":[]}'])(
  "a file of profiles that cannot be read is said, and never written over: %j",
  async (text) => {
    await using lab = await SellerLab.start();
    const path = join(lab.folder, "seller-import-profiles.json");
    await writeFile(path, text);
    await lab.back.import.choose(csvFile(file));
    expect(lab.back.import.state).toMatchObject({ profiles: [], unreadableProfiles: path });
    await lab.page.changeImport({
      plan: {
        call: "updateStock",
        format: { encoding: "utf-8", delimiter: ";", decimal: "." },
        mapping: { codigoProdutoSeller: "Ref", quantidadeEstoque: "Saldo livre" },
      },
    });
    expect(await lab.page.saveImportProfile({ name: "One" })).toMatchObject({ ok: false });
    expect(await readFile(path, "utf8")).toBe(text);
  },
);

test("an entry with a mistake stays in the file of profiles when another profile is saved or removed", async () => {
  await using lab = await SellerLab.start();
  const path = join(lab.folder, "seller-import-profiles.json");
  const mistaken = { name: "By hand", call: "updateStok" };
  await writeFile(path, JSON.stringify({ version: 1, profiles: [mistaken] }));
  await lab.back.import.choose(csvFile(file));
  await saved(lab, "One");
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
    profiles: [{ name: "One" }, mistaken],
  });
  await lab.page.removeImportProfile({ name: "One" });
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ version: 1, profiles: [mistaken] });
});

test("profiles that several windows save and remove at once are all in the file", async () => {
  await using lab = await SellerLab.start();
  const path = join(lab.folder, "seller-import-profiles.json");
  const windows = [new ProfileFile(path), new ProfileFile(path), new ProfileFile(path)];
  const names = Array.from({ length: 12 }, (_, index) => `Profile ${index}`);
  await windows[0]?.save(profileOf("Old"));
  await Promise.all([
    ...names.map((name, index) => windows[index % windows.length]?.save(profileOf(name))),
    windows[1]?.remove("Old"),
  ]);
  const kept = (await windows[2]?.all())?.map(({ name }) => name);
  expect(kept?.toSorted()).toEqual(names.toSorted());
});

function profileOf(name: string): ImportProfile {
  return {
    name,
    call: "updateStock",
    format: { encoding: "utf-8", delimiter: ";", decimal: "." },
    mapping: { quantidadeEstoque: "Saldo livre" },
    header: ["Ref", "Saldo livre"],
  };
}
