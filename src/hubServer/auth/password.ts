import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

interface Cost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet, scrypt: 32 MB, about a quarter of a second. */
const defaultCost: Cost = { n: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

/** For a secret of at least 128 random bits, which is safe with any hash. */
const costOfRandom: Cost = { n: 2 ** 10, r: 8, p: 1 };

/** `scrypt$n$r$p$salt$key`, the last two in base64. */
export function hashPassword(password: string): Promise<string> {
  return hashAt(defaultCost, password);
}

export async function createPassword(): Promise<{
  readonly password: string;
  readonly hash: string;
}> {
  const password = randomBytes(18).toString("base64url");
  return { password, hash: await hashAt(costOfRandom, password) };
}

async function hashAt(cost: Cost, password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, { salt, cost, length: keyBytes });
  const { n, r, p } = cost;
  return ["scrypt", n, r, p, salt.toString("base64"), key.toString("base64")].join("$");
}

/**
 * True for the right password. It takes the same time without a hash, so that timing does not reveal existing logins.
 */
export async function isPasswordOf(hash: string | undefined, password: string): Promise<boolean> {
  const stored = hash === undefined ? undefined : readHash(hash);
  if (!stored) {
    const salt = Buffer.alloc(saltBytes);
    await derive(password, { salt, cost: defaultCost, length: keyBytes });
    return false;
  }
  const key = await derive(password, { ...stored, length: stored.key.length });
  return timingSafeEqual(key, stored.key);
}

function readHash(
  hash: string,
): { readonly cost: Cost; readonly salt: Buffer; readonly key: Buffer } | undefined {
  const [, n, r, p, salt, key] =
    /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w+/]+=*)\$([\w+/]+=*)$/u.exec(hash) ?? [];
  return salt === undefined || key === undefined
    ? undefined
    : {
        cost: { n: Number(n), r: Number(r), p: Number(p) },
        salt: Buffer.from(salt, "base64"),
        key: Buffer.from(key, "base64"),
      };
}

/** The key of a password, which a person may type in several Unicode forms. */
function derive(
  password: string,
  options: { readonly salt: Buffer; readonly cost: Cost; readonly length: number },
): Promise<Buffer> {
  const { salt, length } = options;
  const { n, r, p } = options.cost;
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize("NFKC"),
      salt,
      length,
      { N: n, r, p, maxmem: 256 * n * r },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}
