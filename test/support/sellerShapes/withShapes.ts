import {
  jsonResponse,
  type SellerApp,
  type SellerRequest,
  type SellerResponse,
} from "../../../src/sellerServer/http/message.ts";
import { PortalError } from "../../../src/sellerServer/http/portalError.ts";
import { isRecord, parseJson } from "../../../src/shared/base/json.ts";
import { emptyShapes, entryShapes, foreignShapes, listShapes } from "./listShapes.ts";
import { endlessShapes, pageShapes } from "./pageShapes.ts";
import { complaintShapes, errorShapes, writtenShapes } from "./refusalShapes.ts";
import { type Draft, json, type RefusedCall, type Shape, textOf } from "./shape.ts";
import { textShapes } from "./textShapes.ts";

/** Every shape by its kind and name (README.md, "Shapes"). */
export const shapes = {
  entry: entryShapes,
  list: listShapes,
  pages: pageShapes,
  endless: endlessShapes,
  empty: emptyShapes,
  foreign: foreignShapes,
  error: errorShapes,
  complaint: complaintShapes,
  written: writtenShapes,
  bytes: textShapes,
} as const;

const byName: ReadonlyMap<string, Shape> = new Map(
  Object.values(shapes).flatMap((kind) => Object.entries(kind)),
);

const shapesPath = "/shapes/";
const maxShapes = 6;

/**
 * The sandbox, answering in the shapes that a request names: `/shapes/NAME/portal-seller/…`, or the
 * header `x-sandbox-shape: NAME`; several are joined by `+`. Answers of the token call stay as
 * they are. `GET /shapes/` lists the names.
 */
export function withShapes(app: SellerApp): SellerApp {
  return async (request) => {
    if (request.path === shapesPath) {
      const names = Object.entries(shapes).map(([kind, some]) => [kind, Object.keys(some)]);
      return jsonResponse(200, Object.fromEntries(names));
    }
    const { names, path } = askedOf(request);
    const found = names.map((name) => byName.get(name));
    if (found.length > maxShapes || found.includes(undefined)) {
      return new PortalError(
        400,
        "FORMA_DESCONHECIDA",
        `Não há essa forma de resposta. Veja os nomes em GET ${shapesPath}`,
      ).toResponse(request.id);
    }
    const response = await app({ ...request, path });
    return path.startsWith("/portal-seller/") && !path.startsWith("/portal-seller/sandbox/")
      ? shaped(response, { ...request, path }, joined(found))
      : response;
  };
}

function askedOf({ path, header }: SellerRequest): {
  readonly names: readonly string[];
  readonly path: string;
} {
  const match = /^\/shapes\/(?<names>[^/]*)(?<rest>\/.*)$/u.exec(path);
  const names = match?.groups?.["names"] ?? header("x-sandbox-shape") ?? "";
  return {
    names: names.split(/\+|%2B/u).filter((name) => name !== ""),
    path: match?.groups?.["rest"] ?? path,
  };
}

/** Of two shapes for the same part the later one counts; changes of entries add up. */
function joined(some: readonly (Shape | undefined)[]): Shape {
  return some.reduce<Shape>((all, one) => {
    const first = all.entry;
    const second = one?.entry;
    const both: Shape["entry"] =
      first &&
      second &&
      ((entry, request) => {
        const changed = first(entry, request);
        return isRecord(changed) ? second(changed, request) : changed;
      });
    const entry = both ?? first ?? second;
    return { ...all, ...one, ...(entry && { entry }) };
  }, {});
}

function shaped(response: SellerResponse, request: SellerRequest, shape: Shape): SellerResponse {
  const { status, headers } = response;
  const value = valueOf(response);
  if (value === undefined) {
    return response;
  }
  if (shape.isHuge === true && Array.isArray(value)) {
    return { status, headers, body: huge };
  }
  const draft = status >= 400 ? shape.refused?.(refusalIn(value, status)) : drafted(value);
  return writtenOut(draft ?? json(value, status), headers, shape.encode);

  /** Undefined if no shape concerns this kind of answer. */
  function drafted(answer: unknown): Draft | undefined {
    if (Array.isArray(answer)) {
      return listDraft(answer, request, shape);
    }
    if (!isRecord(answer)) {
      return undefined;
    }
    if (request.method !== "GET") {
      return shape.written?.(answer);
    }
    const record = shape.entry?.(answer, request) ?? answer;
    return json(shape.record?.(record) ?? record);
  }
}

/** The JSON of an answer; undefined for an answer that a fault has made something else. */
function valueOf({ headers, body }: SellerResponse): unknown {
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  return isJson && typeof body === "string" ? parseJson(body) : undefined;
}

function listDraft(
  entries: readonly unknown[],
  request: SellerRequest,
  { entry, list }: Shape,
): Draft {
  const changed = entry
    ? entries.map((one) => (isRecord(one) ? entry(one, request) : one))
    : entries;
  return list?.(changed, request) ?? json(changed);
}

function writtenOut(
  draft: Draft,
  headers: SellerResponse["headers"],
  encode: Shape["encode"],
): SellerResponse {
  const encoded = encode?.(draft);
  return {
    status: draft.status,
    headers: {
      ...headers,
      ...draft.headers,
      ...(encoded && { "content-type": encoded.contentType }),
    },
    body: encoded?.body ?? textOf(draft),
  };
}

function refusalIn(value: unknown, status: number): RefusedCall {
  const { codigo, mensagem, erros } = isRecord(value) ? value : {};
  const list: readonly unknown[] = Array.isArray(erros) ? erros : [];
  return {
    status,
    codigo: String(codigo),
    mensagem: String(mensagem),
    erros: list
      .filter(isRecord)
      .map((one) => ({ campo: String(one["campo"]), mensagem: String(one["mensagem"]) })),
  };
}

const hugeBytes = 200 * 1024 * 1024;

/** A list of 200 MB in one answer. */
const huge: Exclude<SellerResponse["body"], string | Uint8Array> = async (sink) => {
  const entry = `{"codigoProdutoMarketplace":1,"texto":"${"x".repeat(64 * 1024)}"}`;
  sink.write("[");
  for (let sent = 0; sent < hugeBytes; sent += entry.length) {
    if (!sink.write(`${entry},`)) {
      await sink.drained();
    }
  }
  sink.write(`${entry}]`);
};
