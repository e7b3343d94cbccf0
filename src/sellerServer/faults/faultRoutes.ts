import { wrongMethod } from "../http/findCall.ts";
import { jsonResponse, type SellerRequest, type SellerResponse } from "../http/message.ts";
import { invalidFields } from "../http/portalError.ts";
import { readJson } from "../http/readBody.ts";
import { faultSettingSchema, type FaultSwitch } from "./faultSwitch.ts";

export const faultsPath = "/portal-seller/sandbox/falhas";

/** Shows (GET), sets (PUT) or clears (DELETE) the switch; answers its new setting. */
export async function switchFaults(
  request: SellerRequest,
  faults: FaultSwitch,
): Promise<SellerResponse> {
  switch (request.method) {
    case "GET":
      break;
    case "PUT": {
      const parsed = faultSettingSchema.safeParse(await readJson(request));
      if (!parsed.success) {
        throw invalidFields(
          parsed.error.issues.map(({ path }) => ({
            campo: path.join("."),
            mensagem: "Use falha (texto), vezes (inteiro, opcional) e rota (texto, opcional).",
          })),
        );
      }
      faults.set(parsed.data);
      break;
    }
    case "DELETE":
      faults.clear();
      break;
    default:
      throw wrongMethod(request.method, ["GET", "PUT", "DELETE"]);
  }
  return jsonResponse(200, { ativa: faults.setting ?? null });
}
