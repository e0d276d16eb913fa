/** A customer of the demo, and the review they left of a tool. */
export interface DemoCustomer {
  name: string;
  email: string;
  tool: string;
  review: { rating: number; reviews: string };
}

/** Password of the demo's other customers; it is shown nowhere, they exist so that reviews have authors. */
export const customerPassword = 'Karigar-guest!';

/** Eight customers with their reviews; the demo user adds a ninth. */
export const demoCustomers: DemoCustomer[] = [
  {
    name: 'Tanvir Ahmed',
    email: 'tanvir@karigar.example',
    tool: 'Claw Hammer 16 oz',
    review: {
      rating: 5,
      reviews:
        'Sixty claw hammers for our site in Gazipur. Three months on, not one loose head. The grip survives the rain.',
    },
  },
  {
    name: 'Nusrat Jahan',
    email: 'nusrat@karigar.example',
    tool: 'Steel Toolbox 18 inch',
    review: {
      rating: 4,
      reviews:
        'The toolbox is solid and the latches close with a proper click. I wish the tray came with it.',
    },
  },
  {
    name: 'Shafiqul Islam',
    email: 'shafiqul@karigar.example',
    tool: 'Tape Measure 5 metre',
    review: {
      rating: 5,
      reviews:
        'Ordered tape measures for my hardware shop in Rajshahi. Packed well, counted right, sold out in a week.',
    },
  },
  {
    name: 'Farhana Akter',
    email: 'farhana@karigar.example',
    tool: 'Cordless Drill 18 V',
    review: {
      rating: 4,
      reviews:
        'The drill does everything at home and the battery lasts a whole Friday of work. The charger is a little slow.',
    },
  },
  {
    name: 'Mizanur Rahman',
    email: 'mizanur@karigar.example',
    tool: 'Brick Trowel 11 inch',
    review: {
      rating: 5,
      reviews: 'My masons tried one trowel and asked for twenty. Thin at the tip, stiff where it must be.',
    },
  },
  {
    name: 'Sadia Chowdhury',
    email: 'sadia@karigar.example',
    tool: 'Combination Pliers 8 inch',
    review: {
      rating: 3,
      reviews: 'Good pliers for the price. The handles were stiff for the first days and then became fine.',
    },
  },
  {
    name: 'Kamal Uddin',
    email: 'kamal@karigar.example',
    tool: 'Box Spirit Level 16 inch',
    review: {
      rating: 5,
      reviews:
        'The spirit level agrees with my old one to a hair, and costs half. The slots make it easy to carry.',
    },
  },
  {
    name: 'Ruma Begum',
    email: 'ruma@karigar.example',
    tool: 'Natural Bristle Paint Brush 3 inch',
    review: {
      rating: 4,
      reviews: 'We paint school furniture. These brushes lose no hair in the varnish, and wash out clean.',
    },
  },
];

/** The review of the demo user, which is of the shop. */
export const demoUserReview = {
  rating: 5,
  reviews:
    'Ordered from my phone on the bus, paid by card, and the spanners were on their way the next morning.',
};

/** The profile of the demo user. */
export const demoUserProfile = {
  phone: '+880 1700 000000',
  education: 'Diploma in Civil Technology, Dhaka Polytechnic',
  city: 'Dhaka',
  zip: '1207',
  country: 'Bangladesh',
  linkedin: '',
};
