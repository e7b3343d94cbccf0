/** The sandbox in its own process; prints one line of JSON when it listens. */
import { randomBytes } from "node:crypto";

import { startSandbox } from "../../src/sellerServer/startSandbox.ts";
import { systemClock } from "../../src/shared/clock.ts";

const { url, sandbox } = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
const { clientId, clientSecret, codigoSeller } = sandbox;
console.log(JSON.stringify({ url, clientId, clientSecret, codigoSeller }));
