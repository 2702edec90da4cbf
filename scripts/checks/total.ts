// call total MAX: the number in the element with the test id total is at most MAX.

import { fail, number, type CheckContext } from "aite";

export default async ({ args, read }: CheckContext): Promise<unknown> => {
  const most = args[0] ?? fail("say how much the total may be: call total 20");
  const total = number(await read({ testid: "total" }));
  return total <= number(most) || { ok: false, message: "the total is too high", expected: `at most ${most}`, found: total };
};
