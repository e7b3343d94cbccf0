import { afterEach, expect, test, vi } from "vitest";

import { editorToolNames } from "../../../../src/extension/tools/editorToolNames.ts";

const lm = vi.hoisted(() => ({
  registerTool: undefined as unknown,
  registerMcpServerDefinitionProvider: undefined as unknown,
}));

vi.mock("vscode", () => ({
  lm,
  EventEmitter: class {
    readonly event = (): void => undefined;
  },
}));

const { registerEditorTools } =
  await import("../../../../src/extension/tools/editorRegistration.ts");

afterEach(() => {
  Object.assign(lm, { registerTool: undefined, registerMcpServerDefinitionProvider: undefined });
});

interface Provider {
  provideMcpServerDefinitions(): unknown;
}

/** What a model of the editor would be offered: tools of the extension, and servers that have the same. */
async function offered(has: readonly (keyof typeof lm)[]): Promise<[unknown[], unknown]> {
  const tools: unknown[] = [];
  const providers: Provider[] = [];
  const register = {
    registerTool: (name: string) => tools.push(name),
    registerMcpServerDefinitionProvider: (_: string, provider: Provider) =>
      providers.push(provider),
  };
  for (const name of has) {
    lm[name] = register[name];
  }
  const editorTools = { servers: () => ["server"], onDidChange: () => undefined };
  const context = { subscriptions: [] };
  const load = (): Promise<unknown> => Promise.resolve(editorTools);
  // Only what registration uses of the editor and of the host is there.
  registerEditorTools(context as never, load as never);
  return [tools, await providers[0]?.provideMcpServerDefinitions()];
}

test("an editor that takes both our tools and MCP servers is offered each call once", async () => {
  expect(await offered(["registerTool", "registerMcpServerDefinitionProvider"])).toEqual([
    [...editorToolNames],
    [],
  ]);
});

test("an editor that knows MCP servers only is offered the server", async () => {
  expect(await offered(["registerMcpServerDefinitionProvider"])).toEqual([[], ["server"]]);
});

test("an editor that knows neither is asked for nothing", async () => {
  expect(await offered([])).toEqual([[], undefined]);
});
