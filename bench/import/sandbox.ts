/** The sandbox in its own process; prints one line of JSON when it listens. */
import { randomBytes } from "node:crypto";

import { systemClock } from "../../src/shared/base/clock.ts";
import { startSandbox } from "../../test/support/sandboxServer.ts";

const { url, sandbox } = await startSandbox({ clock: systemClock, random: randomBytes, port: 0 });
const { clientId, clientSecret, codigoSeller } = sandbox;
console.log(JSON.stringify({ url, clientId, clientSecret, codigoSeller }));
