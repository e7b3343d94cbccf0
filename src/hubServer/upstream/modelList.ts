import * as z from "zod/mini";

import type { ModelInfo } from "../models/modelInfo.ts";
import { lenient } from "../values/lenient.ts";

const entrySchema = z.looseObject({
  id: lenient(z.string().check(z.minLength(1), z.maxLength(500))),
  name: lenient(z.string().check(z.minLength(1), z.maxLength(500))),
  created: lenient(z.number()),
  owned_by: lenient(z.string()),
});

const listSchema = z.union([
  z.array(z.unknown()),
  z.object({ data: z.array(z.unknown()) }),
  z.object({ models: z.array(z.unknown()) }),
]);

const maxModels = 20_000;

/** Accepts an array, `{data}` or `{models}`; unknown fields of an entry stay. */
export function readModelList(body: unknown, ownedBy: string): readonly ModelInfo[] | undefined {
  const list = listSchema.safeParse(body);
  if (!list.success) {
    return undefined;
  }
  return entriesOf(list.data)
    .slice(0, maxModels)
    .flatMap((entry) => {
      const { data } = entrySchema.safeParse(entry);
      const id = data?.id ?? data?.name;
      return data === undefined || id === undefined
        ? []
        : [
            {
              ...data,
              id,
              object: "model",
              created: data.created ?? 0,
              owned_by: data.owned_by ?? ownedBy,
            },
          ];
    });
}

function entriesOf(list: z.infer<typeof listSchema>): readonly unknown[] {
  if ("data" in list) {
    return list.data;
  }
  return "models" in list ? list.models : list;
}
