/** The currency of every price (ISO 4217). */
export const currency = 'USD';

const format = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency,
  trailingZeroDisplay: 'stripIfInteger',
});

/** Dollars as text, always with the sign, with cents only where there are some: 1234 is '$1,234', 3.5 is '$3.50'. */
export const formatMoney = (amount: number): string => format.format(amount);
