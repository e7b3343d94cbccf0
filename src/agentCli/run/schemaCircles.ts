import { type Fields as Node, isRecord } from "../../shared/base/json.ts";

const lists = ["allOf", "anyOf", "oneOf"];
const singles = ["not", "if", "then", "else"];

/**
 * The first `$ref` whose chain returns to itself without descending into the value: no value could be judged by it. A
 * tree that contains itself in a property is allowed.
 */
export function endlessReference(schema: object): string | undefined {
  const judged = new Set<Node>();
  const open = new Set<Node>();
  const visit = (node: Node): string | undefined => {
    if (judged.has(node)) {
      return undefined;
    }
    open.add(node);
    for (const [name, next] of sameValue(node, schema)) {
      const found = open.has(next) ? name : visit(next);
      if (found !== undefined) {
        return found;
      }
    }
    open.delete(node);
    judged.add(node);
    return undefined;
  };
  return nodesIn(schema).reduce<string | undefined>(
    (found, node) => found ?? visit(node),
    undefined,
  );
}

/** The schemas that judge the same value as this one. */
function sameValue(node: Node, root: object): readonly (readonly [name: string, next: Node])[] {
  const { $ref } = node;
  const target = typeof $ref === "string" ? targetOf($ref, root) : undefined;
  const parts = [
    ...singles.map((key) => node[key]),
    ...lists.flatMap((key): readonly unknown[] => {
      const list = node[key];
      return Array.isArray(list) ? list : [];
    }),
  ].filter(isRecord);
  return [
    ...(target ? [[String($ref), target] as const] : []),
    ...parts.map((part) => ["#", part] as const),
  ];
}

/** The target of a `$ref`: only pointers within the file; the validator refuses or resolves the others. */
function targetOf(reference: string, root: object): Node | undefined {
  if (!/^#(?:\/|$)/u.test(reference)) {
    return undefined;
  }
  let place: unknown = root;
  for (const key of reference.slice(1).split("/").slice(1)) {
    const name = decoded(key).replaceAll("~1", "/").replaceAll("~0", "~");
    place = typeof place === "object" && place !== null ? Reflect.get(place, name) : undefined;
  }
  return isRecord(place) ? place : undefined;
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // A broken escape names itself.
    return key;
  }
}

/** All nodes of a schema. Not by recursion: 64 KB can be 30,000 deep. */
function nodesIn(schema: object): readonly Node[] {
  const nodes: Node[] = [];
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) {
      waiting.push(...(next as readonly unknown[]));
    } else if (isRecord(next)) {
      nodes.push(next);
      waiting.push(...Object.values(next));
    }
  }
  return nodes;
}
