import { createSellerTools } from "../../../src/seller/chatTools/sellerTools.ts";
import { WriteGate, type WriteLimits } from "../../../src/seller/chatTools/writeGate.ts";
import type { JournalEntry } from "../../../src/seller/write/journalEntry.ts";
import type { PreparedCall, Tool } from "../../../src/shared/conversation/tool.ts";
import { never, Portal } from "../sellerClient/portal.ts";

/** Arguments of a write that the limits of the desk allow. */
export const stock = { codigoProdutoMarketplace: 123, quantidadeEstoque: 50 };

/** The tools of a model at a portal, with limits and a journal that a test can change. */
export class ToolDesk {
  limits: WriteLimits = {
    access: "write",
    maxWrites: 3,
    maxPriceChange: 20,
    maxStockChange: 1000,
    zeroStock: "refuse",
  };
  readonly journal: JournalEntry[] = [];
  journalWorks = true;
  readonly gate = new WriteGate(() => this.limits);
  readonly portal: Portal;

  private constructor(portal: Portal) {
    this.portal = portal;
  }

  static async start(): Promise<ToolDesk> {
    return new ToolDesk(await Portal.start());
  }

  async stop(): Promise<void> {
    await this.portal[Symbol.asyncDispose]();
  }

  /** The requests that were not only readings. */
  writes(): readonly string[] {
    return this.portal.calls
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path}`);
  }

  /** The tools that a message offers to the model. */
  offered(): readonly Tool[] {
    const environment = {
      name: "Sandbox",
      kind: "sandbox",
      baseUrl: this.portal.server.url,
      codigoSeller: 1001,
      codigoUsuario: 7,
    } as const;
    return createSellerTools({
      access: {
        desk: () => ({
          id: "1",
          environment,
          client: this.portal.client(),
          credentials: () => Promise.resolve(undefined),
        }),
        onDidChange: () => ({ dispose: () => undefined }),
        journal: (entry) => {
          this.journal.push(entry);
          return this.journalWorks ? Promise.resolve() : Promise.reject(new Error("disk full"));
        },
        earlier: () =>
          this.journalWorks ? Promise.resolve(this.journal) : Promise.reject(new Error("no disk")),
      },
      gate: this.gate,
      source: "chat",
      clock: this.portal.clock,
      newId: () => "w1",
    });
  }

  prepare(name: string, input: unknown): Promise<PreparedCall> {
    const tool = this.offered().find(({ definition }) => definition.name === `seller_${name}`);
    if (!tool) {
      throw new Error(`No tool ${name}`);
    }
    return tool.prepare(input, never);
  }

  async write(name: string, input: unknown): Promise<Extract<PreparedCall, { kind: "write" }>> {
    const prepared = await this.prepare(name, input);
    if (prepared.kind !== "write") {
      throw new Error(`Not proposed: ${JSON.stringify(prepared)}`);
    }
    return prepared;
  }
}
