import * as fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";

import type { Contract } from "../../../src/shared/rpc.ts";

/** Texts of which each rule on texts accepts one and refuses another. */
const texts = ["", " ", " x ", "x", "#fff", "2026-11-23", "AAAA", "x".repeat(101), "y".repeat(301)];
const numbers = [0, 1, -1, 1.5, 201, 501, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];
const junk = fc.constantFrom<unknown>(undefined, null, true, "x", "", 0, 1.5, [], {}, [1, 2], {
  kind: "draft",
});

async function contracts(): Promise<Readonly<Record<string, Contract>>> {
  const [chat, usage, seller] = await Promise.all([
    import("../../../src/shared/calls/protocol.ts"),
    import("../../../src/shared/usageContract.ts"),
    import("../../../src/shared/sellerPage/sellerProtocol.ts"),
  ]);
  return {
    host: chat.hostContract,
    view: chat.viewContract,
    usageHost: usage.usageHostContract,
    usageView: usage.usageViewContract,
    sellerHost: seller.sellerHostContract,
    sellerView: seller.sellerViewContract,
  };
}

const real = await contracts();
vi.resetModules();
vi.doMock("zod/mini", async () => ({
  ...(await vi.importActual("../../../src/shared/schemas.ts")),
}));
const own = await contracts();

afterAll(() => {
  vi.doUnmock("zod/mini");
});

/** What is wrong in a value: nothing, as far as the values below allow, or now and then one of its parts. */
type Noise = "none" | "some";

function near(schema: z.core.$ZodType, noise: Noise): fc.Arbitrary<unknown> {
  const fits = fitting(schema, noise);
  return noise === "none"
    ? fits
    : fc.oneof({ arbitrary: fits, weight: 40 }, { arbitrary: junk, weight: 1 });
}

type Definition = z.core.$ZodTypes["_zod"]["def"];

function fitting(schema: z.core.$ZodType, noise: Noise): fc.Arbitrary<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod's own union of all its kinds
  const { def } = schema as unknown as { readonly def: Definition };
  const values = single(def);
  if (!values) {
    return composed(def, noise);
  }
  const accepted = values.filter((value) => z.safeParse(schema, value).success);
  return fc.constantFrom(...(noise === "none" && accepted.length > 0 ? accepted : values));
}

function single(def: Definition): readonly unknown[] | undefined {
  switch (def.type) {
    case "string":
      return texts;
    case "number":
      return numbers;
    case "boolean":
      return [true, false];
    case "unknown":
      return ["x", 0, null];
    case "enum":
      return Object.values(def.entries);
    case "literal":
      return def.values;
    default:
      return undefined;
  }
}

function composed(def: Definition, noise: Noise): fc.Arbitrary<unknown> {
  switch (def.type) {
    case "array":
      return fc.array(near(def.element, noise), { maxLength: 3 });
    case "tuple":
      return fc.tuple(...def.items.map((item) => near(item, noise)));
    case "record":
      return fc.dictionary(fc.constantFrom(...texts, "__proto__"), near(def.valueType, noise), {
        maxKeys: 3,
      });
    case "union":
      return fc.oneof(...def.options.map((option) => fitting(option, noise)));
    case "optional":
    case "nullable":
      return fc.oneof(
        fitting(def.innerType, noise),
        fc.constant(def.type === "optional" ? undefined : null),
      );
    case "object":
      return objects(def.shape, noise);
    default:
      throw new Error(`No values for a schema of type "${def.type}"`);
  }
}

/** Objects of the shape; with noise some lack a field. Some have another one. */
function objects(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  noise: Noise,
): fc.Arbitrary<unknown> {
  const names = Object.keys(shape);
  const fields = Object.fromEntries(
    names.map((name) => [name, near(shape[name] ?? z.unknown(), noise)]),
  );
  const lacking = noise === "none" ? [] : names;
  return fc
    .tuple(fc.record(fields), fc.constantFrom("", "", "", ...lacking), fc.boolean())
    .map(([value, missing, hasMore]) => {
      const { [missing]: _, ...rest } = value;
      return hasMore ? { ...rest, notInTheSchema: 1 } : rest;
    });
}

/** Schemas that no contract has, of either side. */
type Side = Pick<typeof z, "object" | "string" | "number" | "int" | "nullish" | "partial" | "url"> &
  Pick<typeof z, "gte" | "minimum" | "maximum">;

function otherSchemas(s: Side): Readonly<Record<string, z.ZodMiniType>> {
  const hostname = /^(127\.0\.0\.1|localhost|\[::1\])$/;
  return {
    "a limit from below": s.number().check(s.gte(0)),
    "a range": s.int().check(s.minimum(1), s.maximum(200)),
    "fields that may be null or absent": s.object({ name: s.nullish(s.string()) }),
    "fields that may all be absent": s.partial(s.object({ name: s.string(), at: s.number() })),
    "an address of this machine": s.url({ protocol: /^http$/, hostname }),
  };
}

function outcome(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  const { success, data } = schema?.safeParse(value) ?? {};
  return { success, data };
}

const methods = Object.entries(real).flatMap(([name, contract]) =>
  Object.keys(contract).map((method) => [name, method] as const),
);

test.each(methods)(
  "the page and the host read a message as zod does, accepted or refused: %s %s",
  (name, method) => {
    let accepted = 0;
    for (const side of ["params", "result"] as const) {
      const [byZod, byPage] = [real[name]?.[method]?.[side], own[name]?.[method]?.[side]];
      expect(byPage).not.toBeInstanceOf(z.ZodMiniType);
      fc.assert(
        fc.property(byZod ? fc.oneof(near(byZod, "some"), near(byZod, "none")) : junk, (value) => {
          const expected = outcome(byZod, value);
          accepted += byZod?.safeParse(value).success === true ? 1 : 0;
          expect(outcome(byPage, value)).toStrictEqual(expected);
        }),
        { numRuns: 100 },
      );
    }
    expect(accepted).toBeGreaterThan(0);
  },
);

const addresses = fc.constantFrom<unknown>(
  "http://127.0.0.1:4000",
  " http://localhost/\n",
  "http://local\thost:1/a",
  "http://[::1]:5/",
  "https://127.0.0.1/",
  "http://127.0.0.1.example.com/",
  "http://user@example.com/",
  "ftp://localhost",
  "localhost:80",
  "x",
  7,
);

test.each(Object.keys(otherSchemas(z)))("zod's result, accepted or refused: %s", async (name) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same functions, with types of their own
  const s = (await import("../../../src/shared/schemas.ts")) as unknown as Side;
  const [byZod, byPage] = [otherSchemas(z)[name], otherSchemas(s)[name]];
  expect(byPage).not.toBeInstanceOf(z.ZodMiniType);
  let accepted = 0;
  fc.assert(
    fc.property(
      name.startsWith("an address") || !byZod ? addresses : near(byZod, "some"),
      (value) => {
        accepted += byZod?.safeParse(value).success === true ? 1 : 0;
        expect(outcome(byPage, value)).toStrictEqual(outcome(byZod, value));
      },
    ),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(0);
});

test("a message that does not fit is refused with the place and the rule", async () => {
  const s = await import("../../../src/shared/schemas.ts");
  const schema = s.object({ rows: s.array(s.object({ name: s.string().check(s.maxLength(2)) })) });
  expect(() => schema.parse({ rows: [{ name: "ab" }, { name: "abc" }] })).toThrow(
    "expected a length of at most 2 at rows.1.name",
  );
  expect(schema.safeParse({})).toMatchObject({
    success: false,
    error: { message: "expected a value at rows" },
  });
});

test("an error of zod's own is said in the same words, not as JSON", async () => {
  const s = await import("../../../src/shared/schemas.ts");
  const schema = z.object({
    rows: z.array(z.string().check(z.maxLength(2))),
    count: z.number().check(z.gte(3)),
    form: z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") })]),
    code: z.string().check(z.regex(/^a$/u)),
    list: z.enum(["stock"]),
  });
  const good = { rows: [], count: 3, form: { kind: "a" }, code: "a", list: "stock" };
  const said = (wrong: object): string | undefined => {
    const { error } = schema.safeParse({ ...good, ...wrong });
    return error && s.prettifyError(error);
  };
  expect(said({})).toBeUndefined();
  expect(said({ rows: ["ab", "abc"] })).toBe("expected another value at rows.1");
  expect(said({ count: 1 })).toBe("expected another value at count");
  expect(said({ count: "3" })).toBe("expected number at count");
  expect(said({ form: { kind: "b" } })).toBe("expected another value at form.kind");
  expect(said({ code: "b" })).toBe("expected another value at code");
  expect(said({ list: "prices" })).toBe("expected another value at list");
  const error = real["sellerHost"]?.["goTo"]?.params.safeParse({ place: 5 }).error;
  expect(error && s.prettifyError(error)).toMatch(/^expected [^{}[\]\n]+ at place$/u);
});

test("what an enumeration lists can be read from it, also as a field", async () => {
  const s = await import("../../../src/shared/schemas.ts");
  const kinds = s.enum(["products", "stock"]);
  expect(kinds.options).toStrictEqual(["products", "stock"]);
  expect(s.object({ kind: kinds }).shape["kind"]?.options).toStrictEqual(["products", "stock"]);
});
