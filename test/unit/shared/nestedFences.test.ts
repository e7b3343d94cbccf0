import * as fc from "fast-check";
import { expect, test } from "vitest";

import { codeBlocks } from "../chat/fencedBlocks.ts";
