const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** Whole dollars as text, always with the sign: 1234 is '$1,234'. */
export const formatMoney = (amount: number): string => dollars.format(amount);

/** Whole dollars in figures of equal width, so that columns line up. */
export const Money = ({ amount }: { amount: number }) => (
  <span className="tabular">{formatMoney(amount)}</span>
);
