import { formatMoney, setCurrency } from '@karigar/bff/money';

export { mostByCard } from '@karigar/bff/money';
export { formatMoney, setCurrency };

/** The sign of the shop's currency, as prices begin with it. */
export const currencySign = (): string => formatMoney(0).replace('0', '').trim();

// The page of a first visit says it; later the saved configuration does, before anything is drawn.
const said = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="currency"]')?.content;
if (said) setCurrency(said);

/** An amount in figures of equal width, so that columns line up. */
export const Money = ({ amount }: { amount: number }) => (
  <span className="tabular">{formatMoney(amount)}</span>
);
