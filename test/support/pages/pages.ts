import { PagePool, type PageNeeds, type TakenPage } from "./pagePool.ts";

/** The pages of this process, which end with it. */
const pool = new PagePool();

/** A page until the test ends in which it was taken, or the file. */
export const takePage = (needs: PageNeeds): Promise<TakenPage> => pool.take(needs);

export const pages: Pick<PagePool, "count" | "giveBack" | "close"> = pool;
