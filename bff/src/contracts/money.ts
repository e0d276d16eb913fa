let code = 'USD';
let format = formatOf(code);

function formatOf(currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
}

/** Sets the currency (ISO 4217) of every price, once the configuration is known. Throws a RangeError for what is no code. */
export function setCurrency(currency: string): void {
  if (currency === code) return;
  format = formatOf(currency);
  code = currency;
}

/** The currency of every price (ISO 4217); US dollars unless another one was set. */
export const currency = (): string => code;

/** An amount as text, always with the sign, with parts of the unit only where there are some: 1234 is '$1,234', 3.5 is '$3.50'. */
export const formatMoney = (amount: number): string => format.format(amount);

/** Currencies whose amounts the provider counts in whole units, and those that it counts in thousandths (docs.stripe.com/currencies). */
const wholeUnits = /^(BIF|CLP|DJF|GNF|JPY|KMF|KRW|MGA|PYG|RWF|VND|VUV|XAF|XOF|XPF)$/;
const thousandths = /^(BHD|JOD|KWD|OMR|TND)$/;

/** How many of the provider's minor units make one unit of the currency. */
export function minorUnits(): number {
  if (wholeUnits.test(code)) return 1;
  return thousandths.test(code) ? 1_000 : 100;
}

/** The largest sum that one card payment may have, in whole units: the provider takes at most eight digits of minor units. */
export const mostByCard = (): number => Math.floor(99_999_999 / minorUnits());
