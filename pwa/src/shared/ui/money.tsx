import { formatMoney } from '@karigar/bff/money';

export { formatMoney };

/** Dollars in figures of equal width, so that columns line up. */
export const Money = ({ amount }: { amount: number }) => (
  <span className="tabular">{formatMoney(amount)}</span>
);
