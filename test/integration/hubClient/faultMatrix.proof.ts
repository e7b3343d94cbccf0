import { describeFaultMatrix } from "./faultMatrix.ts";

describeFaultMatrix(Number.POSITIVE_INFINITY);
