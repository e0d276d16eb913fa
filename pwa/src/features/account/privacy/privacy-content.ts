const kept = {
  id: 'what-we-keep',
  title: 'What we keep about you',
  lead: 'Only what you give us, and only what the shop needs.',
  facts: {
    'Your account': 'Your name and your email address. They let you sign in and link your orders to you.',
    'Your profile':
      'What you enter there: phone, education, city, zip, country and LinkedIn, plus the web address of your photo if you sign in with Google. You can leave it empty.',
    'Your orders':
      'The tool, quantity, price and order history, with the name, email address, phone and delivery address you order with. We need these to ship your order. Cancellation requests with their reason, refunds and payment disputes are kept with the order.',
    'Your devices':
      'If you turn on notifications: the address your browser receives them at, and a name such as “Chrome on Android”. We delete them when you remove the device on your profile or sign out on it.',
    'Tools you are waiting for':
      'Which sold-out tools you asked us to notify you about. We delete this once we have told you.',
    'Your reviews':
      'The stars, your words, your name, the tool, and whether you had bought it. Anyone who visits the shop can read them.',
  },
};

const places = {
  id: 'where-it-lies',
  title: 'Where we keep it',
  lead: 'In six places. We share it with no one else and never sell it.',
  facts: {
    'Our servers':
      'Everything that identifies you is encrypted with a key of your own before we store it. The rest of an order (tool, quantity, amounts and dates) is not encrypted, and carries a number instead of your name.',
    'This device':
      'Your browser keeps a copy of your orders and profile, forms you have started, unsent orders and reviews, and your sign-in, so that the shop works offline. Signing out removes them; unsent orders and reviews stay only if you choose to keep them. We set no cookies of our own.',
    'The payment provider':
      'Stripe receives your card details, name, email address, the amount, and your order and account numbers. We never see your card number; we keep the payment number. Stripe may set its own cookies while you pay, to prevent fraud. It also handles refunds and disputes. Stripe keeps its data under its own rules, even after you erase your account here.',
    Email:
      'Emails about your orders travel through our email provider and yours. They contain your name, the order and the delivery details. We keep no copies. Emails waiting to be sent are listed by order number, without your name or address.',
    'Your browser’s push service':
      'Only if you turn on notifications. The maker of your browser (Google, Mozilla, Apple or Microsoft) delivers them to your device. It cannot read them, and they contain no name, email address or postal address.',
    'The identity service':
      'Google’s Firebase handles your sign-in. It keeps your email address, your name, the web address of your photo if you sign in with Google, and a fingerprint of your password. We never see your password.',
  },
};

function invoices(keepInvoicesYears: number): string {
  if (keepInvoicesYears === 0)
    return 'This shop does not need to keep invoices with your name, so they never delay erasing your account.';
  const years = keepInvoicesYears === 1 ? '1 year' : `${keepInvoicesYears} years`;
  return `The law requires us to keep them for ${years} after an order is paid. If you ask us to erase your account before then, we tell you the date and erase it automatically on that day.`;
}

const times = (keepInvoicesYears: number) => ({
  id: 'how-long',
  title: 'How long we keep it',
  lead: 'Until you erase your account, with these details and exceptions.',
  facts: {
    'Account and profile':
      'Until you erase your account. Then we remove them here and from the identity service.',
    Orders:
      'Unpaid orders are deleted when their time runs out. Your details in them stay encrypted, appear in no list or file, and become unreadable with your key. Your purchases stay in our accounts; after you erase your account, under the name “Erased customer” and without your details. We destroy your key, and without it your details can’t be read, even in our backups. Backups of keys are kept for 30 days at most.',
    Invoices: invoices(keepInvoicesYears),
    Reviews: 'Until you erase your account. Then only the stars stay, under the name “A customer”.',
    'Logs of our servers':
      'They record the type, time and result of each request. They don’t contain your name, your addresses or anything you write.',
  },
});

/**
 * What the shop tells about a person's data, for a shop that keeps invoices for so many years (0: it does not have to): its topics, each with
 * the things that it names and what there is to say about each.
 */
export const privacyTopics = (keepInvoicesYears: number) => [kept, places, times(keepInvoicesYears)];
