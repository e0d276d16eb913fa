/** The simulator's cards, as Stripe numbers them, and what each does. */
export const testCards = [
  { number: '4242 4242 4242 4242', what: 'succeeds' },
  { number: '4000 0025 0000 3155', what: 'the bank asks you first' },
  { number: '4000 0000 0000 0002', what: 'is declined' },
  { number: '4000 0000 0000 9995', what: 'has insufficient funds' },
  { number: '4000 0000 0000 0069', what: 'has expired' },
  { number: '4000 0000 0000 0127', what: 'has another security code' },
  { number: '4000 0000 0000 8005', what: 'answers slowly' },
] as const;
