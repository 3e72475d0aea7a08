// What the compiler must refuse: one kind of number in the place of another. Checked by tsc: a
// line that compiles by mistake is an error there.
import {
  formatMoney,
  type Lots,
  lots,
  type Money,
  money,
  type Price,
  price,
  rate,
} from "./index.ts";

const onePrice: Price = price(108_432);
const oneLot: Lots = lots(10_000);
const oneDollar: Money = money(1_000_000n);

// @ts-expect-error: a Price cannot be passed as Money
formatMoney(onePrice);
// @ts-expect-error: Lots cannot be passed as Money
formatMoney(oneLot);
// @ts-expect-error: a Rate cannot be passed as Money
formatMoney(rate(1n));
// @ts-expect-error: a bare integer is not Money until someone says so
formatMoney(1_000_000n);
// @ts-expect-error: a Price is not a size
export const notLots: Lots = onePrice;
// @ts-expect-error: a size is not a Price
export const notPrice: Price = oneLot;
// @ts-expect-error: arithmetic on prices yields a bare number, a half point is not a Price
export const notMid: Price = (onePrice + onePrice) / 2;
// @ts-expect-error: Money is no Number, so it cannot lose its last digits
export const notNumber: number = oneDollar;
