import type { SellerRequest } from "./message.ts";
import { PortalError } from "./portalError.ts";

const maxBodyBytes = 64 * 1024;

/** Throws a `PortalError` if the body is too large (413) or not UTF-8 (400). */
export async function readText(request: SellerRequest): Promise<string> {
  if (Number(request.header("content-length") ?? 0) > maxBodyBytes) {
    throw tooLarge();
  }
  const bytes = await request.body().catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge() : error;
  });
  if (bytes.length > maxBodyBytes) {
    throw tooLarge();
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new PortalError(400, "CORPO_INVALIDO", "O corpo da requisição não está em UTF-8.");
  }
}

export async function readJson(request: SellerRequest): Promise<unknown> {
  if (mediaType(request) !== "application/json") {
    throw new PortalError(
      415,
      "TIPO_NAO_SUPORTADO",
      "Envie o corpo com o cabeçalho Content-Type: application/json.",
    );
  }
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new PortalError(400, "JSON_INVALIDO", "O corpo da requisição não é um JSON válido.");
  }
}

export async function expectNoBody(request: SellerRequest): Promise<void> {
  if ((await readText(request)) !== "") {
    throw new PortalError(400, "CORPO_NAO_PERMITIDO", "Esta operação não recebe corpo.");
  }
}

export function mediaType(request: SellerRequest): string {
  return (request.header("content-type") ?? "").replace(/;.*$/su, "").trim().toLowerCase();
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 413;
}

function tooLarge(): PortalError {
  return new PortalError(
    413,
    "CORPO_GRANDE_DEMAIS",
    `O corpo da requisição pode ter no máximo ${maxBodyBytes / 1024} KB.`,
  );
}
