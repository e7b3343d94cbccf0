import { type SellerCall, sellerCall } from "../contract/calls.ts";
import { type ExchangeDeps } from "./exchange.ts";
import { observedExchange, type PortalExchange, type Sending } from "./portalExchange.ts";
import { type PortalAnswer, readAnswer } from "./readAnswer.ts";
import { SellerError } from "./sellerError.ts";
import { type TokenDoubt, tokenDoubt, tokenRefused } from "./tokenDoubt.ts";

export interface Attempt {
  readonly doubt: TokenDoubt | undefined;
  readonly read: () => PortalAnswer;
}

export async function attempted(
  deps: ExchangeDeps & { readonly observe?: (exchange: PortalExchange) => void },
  { onRow, ...sending }: Sending & { readonly onRow: (() => void) | undefined },
  signal: AbortSignal,
): Promise<Attempt> {
  const call = sellerCall(sending.request.call);
  const { secrets } = sending;
  const failed = (error: unknown): never => {
    throw asUnknown(call, error);
  };
  try {
    const answer = await observedExchange(deps, sending, signal);
    const now = deps.clock.now();
    const doubt = tokenDoubt(call, answer);
    const read = (): PortalAnswer => {
      if (doubt === "refused") {
        throw tokenRefused(answer, now, secrets);
      }
      try {
        return readAnswer(call, answer, { now, secrets, onRow });
      } catch (error) {
        return failed(error);
      }
    };
    return { doubt, read };
  } catch (error) {
    const isToLogin = error instanceof SellerError && error.details.isToLogin === true;
    return isToLogin ? { doubt: "signIn", read: () => failed(error) } : failed(error);
  }
}

/** The failure as one with an unknown outcome, for a write that may have been done and must not be repeated. */
function asUnknown({ isIdempotent }: SellerCall, error: unknown): unknown {
  const isAmbiguous = error instanceof SellerError && error.details.mayHaveActed === true;
  return isAmbiguous && !isIdempotent
    ? new SellerError("unknown", { ...error.details, cause: error })
    : error;
}
