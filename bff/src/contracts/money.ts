const money = (digits: 0 | 2) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const whole = money(0);
const withCents = money(2);

/** Dollars as text, always with the sign, with cents only where there are some: 1234 is '$1,234', 3.5 is '$3.50'. */
export const formatMoney = (amount: number): string =>
  (Number.isInteger(amount) ? whole : withCents).format(amount);
