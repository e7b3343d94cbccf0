import type { Clock } from "../shared/base/clock.ts";
import { AccessTokens } from "./auth/accessToken.ts";
import { issueSecret, type RandomBytes } from "./auth/secrets.ts";
import { FaultSwitch } from "./faults/faultSwitch.ts";
import type { SellerApp } from "./http/message.ts";
import { openOrder } from "./orders/openOrder.ts";
import { mainSeller, otherSeller, seed } from "./seed/seed.ts";
import { createSellerApp } from "./sellerApp.ts";
import { SandboxDatabase } from "./store/database.ts";

export interface SandboxOptions {
  readonly clock: Clock;
  /** A cryptographic source for secrets. It does not affect the catalogue. */
  readonly random: RandomBytes;
  /** If absent, all data is lost on `close`. */
  readonly path?: string;
  readonly productCount?: number;
  readonly onError?: (error: unknown) => void;
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly codigoSeller: number;
}

export interface Sandbox extends Credentials {
  readonly app: SellerApp;
  readonly numeroPedido: number;
  readonly other: Credentials;
  readonly faults: FaultSwitch;
  readonly close: () => void;
}

/**
 * Each start issues new secrets, because only hashes are stored; a seller's last twenty stay valid, and so do tokens.
 */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { clock, random, path, onError = () => {} } = options;
  const { productCount = mainSeller.productCount } = options;
  const db = new SandboxDatabase(path);
  const now = new Date(clock.now());
  const { key, main, other, numeroPedido } = db.transaction(() => {
    if (db.number("SELECT count(*) AS value FROM seller") === 0) {
      seed(db, now, [{ ...mainSeller, productCount }, otherSeller]);
    }
    return {
      key: signingKey(db, random),
      main: credentials(db, random, mainSeller),
      other: credentials(db, random, otherSeller),
      numeroPedido: openOrder(db, mainSeller, now),
    };
  });
  const faults = new FaultSwitch();
  const tokens = new AccessTokens(key, random);
  const app = createSellerApp({ db, tokens, clock, faults, onError });
  return { ...main, app, numeroPedido, other, faults, close: () => db.close() };
}

function signingKey(db: SandboxDatabase, random: RandomBytes): Uint8Array {
  const known = db.text("SELECT valor AS value FROM chave");
  if (known !== undefined) {
    return Buffer.from(known, "hex");
  }
  const key = Buffer.from(random(32));
  db.run("INSERT INTO chave VALUES (1, $valor)", { valor: key.toString("hex") });
  return key;
}

function credentials(
  db: SandboxDatabase,
  random: RandomBytes,
  { clientId, codigoSeller }: Omit<Credentials, "clientSecret">,
): Credentials {
  return { clientId, clientSecret: issueSecret(db, codigoSeller, random), codigoSeller };
}
