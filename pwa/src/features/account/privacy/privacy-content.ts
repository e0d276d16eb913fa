/** One topic of the privacy page. */
export interface PrivacyTopic {
  id: string;
  title: string;
  lead: string;
  /** The things that it names, and what there is to say about each. */
  facts: readonly { term: string; text: string }[];
}

const kept: PrivacyTopic = {
  id: 'what-we-keep',
  title: 'What we keep about you',
  lead: 'Only what you give us yourself, and only what the shop needs.',
  facts: [
    {
      term: 'Your account',
      text: 'Your name and your email address. They let you sign in, and tell us whose order is whose.',
    },
    {
      term: 'Your profile',
      text: 'What you write there yourself: phone, education, city, zip, country and LinkedIn, with the address of your photo if you sign in with Google. You may leave it empty.',
    },
    {
      term: 'Your orders',
      text: 'The tool, how many, the price and what happened when, with the name, email address, address, city and zip that you order with. We need them to make and send what you have ordered. Whether you asked to cancel an order and why, what of its money went back, and a dispute of its payment are kept with the order.',
    },
    {
      term: 'Your devices',
      text: 'Where you have switched notifications on: the address at which your browser takes them, and a name such as “Chrome on Android”. They go when you remove the device on your profile, or sign out on it.',
    },
    {
      term: 'Tools that you wait for',
      text: 'Which sold-out tools you have asked to hear of. Once we have told you, that is forgotten.',
    },
    {
      term: 'Your reviews',
      text: 'The stars, your words and your name. Everybody who opens the shop can read them.',
    },
  ],
};

const places: PrivacyTopic = {
  id: 'where-it-lies',
  title: 'Where it lies',
  lead: 'In six places. Nobody else gets it, and nothing of it is sold.',
  facts: [
    {
      term: 'Our servers',
      text: 'Whatever says who you are is sealed before it is stored: encrypted with a key that belongs to you alone. What an order is about (the tool, how many, the money, the dates) is not sealed, and has a number in the place of your name.',
    },
    {
      term: 'This device',
      text: 'Your browser keeps a copy of your orders and your profile, forms that you have begun, orders and reviews that have not reached us yet, and your sign-in. That is how the shop works without a network. Signing out removes it; what has not reached us stays only if you choose so. We set no cookies of our own.',
    },
    {
      term: 'The payment provider',
      text: 'Stripe takes your card, with your name, your email address, the amount and the numbers of your order and account. We never see the number of your card; we keep the number of the payment. Against fraud, Stripe may set cookies of its own while you pay. Refunds go through it, and your bank tells it of a dispute. It keeps what it has by its own rules, also after you have left us.',
    },
    {
      term: 'Mail',
      text: 'Letters about your orders go to your email address, by way of our mail provider and yours: your name, the order, and the address it goes to. We keep no copies. What waits to be sent is noted by the number of the order, without your name or address.',
    },
    {
      term: 'Your browser’s push service',
      text: 'Only where you have switched notifications on. The maker of your browser (Google, Mozilla, Apple or Microsoft) hands them to your device. It cannot read them, and no name, email address or address is in them.',
    },
    {
      term: 'The identity service',
      text: 'Google’s Firebase proves that it is you: it keeps your email address, your name, the address of your photo if you sign in with Google, and a fingerprint of your password. We never see the password.',
    },
  ],
};

function invoices(keepInvoicesYears: number): string {
  if (keepInvoicesYears === 0)
    return 'This shop does not have to keep them with your name on them: they never hold up an erasure.';
  const years = keepInvoicesYears === 1 ? '1 year' : `${keepInvoicesYears} years`;
  return `The law asks us to keep them for ${years} after an order was paid. Until then an erasure of your account waits; we tell you the day, and on that day it happens by itself.`;
}

const times = (keepInvoicesYears: number): PrivacyTopic => ({
  id: 'how-long',
  title: 'How long we keep it',
  lead: 'Until you have it erased, and these exceptions say what that means.',
  facts: [
    {
      term: 'Account and profile',
      text: 'Until you erase your account. Then they are removed here and at the identity service.',
    },
    {
      term: 'Orders',
      text: 'An unpaid order is deleted when its time is over; what it held of you stays sealed, is in no list and in no file, and goes with your key. What you have bought stays in our books: once you are erased as figures without you, under the name “Erased customer”. Your key is destroyed, and without it nobody can read who you were, not even in our backups; those of the keys live 30 days at most.',
    },
    { term: 'Invoices', text: invoices(keepInvoicesYears) },
    {
      term: 'Reviews',
      text: 'Until you erase your account. The stars stay, under the name “A customer”; your words and your name go.',
    },
    {
      term: 'Logs of our servers',
      text: 'They say which kind of question came, when, and how it was answered. Your name, your addresses and what you write are not in them.',
    },
  ],
});

/** What the shop tells about a person's data, for a shop that keeps invoices for so many years (0: it does not have to). */
export const privacyTopics = (keepInvoicesYears: number): readonly PrivacyTopic[] => [
  kept,
  places,
  times(keepInvoicesYears),
];
