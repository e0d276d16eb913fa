/** One answered question of the blog. `points` is a short list that can be read alone, at the bench. */
export interface BlogEntry {
  id: string;
  question: string;
  lead: string;
  paragraphs: readonly string[];
  points: { title: string; items: readonly string[] };
}

/** The blog's five questions, in reading order. Edit the words here; the page shows this list. */
export const blogEntries: readonly BlogEntry[] = [
  {
    id: 'first-tools',
    question: 'Which tools should a new home own first?',
    lead: 'Fewer than the hardware street will tell you. Five good tools fix nine of ten things in a flat, and you will know the tenth when you meet it.',
    paragraphs: [
      'Begin with what holds and what turns. A pair of combination pliers grips, bends and cuts wire; a screwdriver with a tip that really fits the screw does the rest of a week’s small repairs. Most ruined screws in our houses were not old. They were turned with a tip one size too small.',
      'Then buy what measures. A tape measure and a spirit level cost less than the second shelf you would otherwise buy. Walls in older buildings are seldom straight, so measure at the top and at the bottom and cut to the shorter of the two.',
      'A claw hammer comes fifth. Choose the weight by holding it at the end of the handle with your arm stretched out: if the head drops within a few seconds, it is too heavy for a day’s work. The cordless drill can wait until you have borrowed one twice.',
    ],
    points: {
      title: 'The first five',
      items: [
        'Combination pliers',
        'Screwdrivers in three sizes, not in thirty',
        'A 5 m tape measure with marks on both sides',
        'A spirit level of at least 40 cm',
        'A claw hammer of 450 to 560 g',
      ],
    },
  },
  {
    id: 'well-made',
    question: 'How can I tell a well-made tool before I buy it?',
    lead: 'Look where the maker hoped you would not: at the joints, the edges and the back.',
    paragraphs: [
      'A joint tells the truth. Open and close the pliers slowly: the movement should be even, without a tight spot, and the jaws should meet along their whole length when you hold them against the light. On a wrench, turn the screw with one finger; if the jaw rocks sideways it will round your nuts.',
      'An edge should be finished where a hand will be and sharp only where the work is. Run a thumb along the handle of a hand saw or trowel. A burr you can feel in the shop is a blister after an hour. On a hammer, look at the eye: the wedge should sit flush, and the head should not ring loose when you tap it.',
      'Weight is no proof. Cheap castings are heavy. What you pay for in a good tool is heat treatment that you cannot see, so ask what the hard parts are made of and how hard they are. A maker who knows will answer in a number.',
    ],
    points: {
      title: 'One minute of looking',
      items: [
        'Jaws meet along their whole length',
        'Nothing rocks sideways under a finger',
        'No burr where your hand will be',
        'Markings stamped or engraved, not printed',
        'Spare parts can be had: blades, bits, handles',
      ],
    },
  },
  {
    id: 'monsoon',
    question: 'How do I keep tools from rusting through the monsoon?',
    lead: 'Rust needs three things: iron, air and water. You can only take away the water, so take it away every evening.',
    paragraphs: [
      'From June to September the air in Dhaka or Khulna holds enough water to rust a bare blade overnight, in a cupboard, untouched. The damage is done by the sweat of a hand and by wet sawdust more often than by rain. Wipe first with a dry cloth, then with one that has a few drops of machine oil in it. Ten seconds for each tool.',
      'Keep steel off concrete: a floor breathes damp all night. A closed toolbox with a small cloth bag of silica gel, or simply of rice dried in a pan, stays dry for weeks. Dry the bag again when it feels soft. Do not wrap tools in newspaper or in a plastic bag; both hold the water that you meant to keep out.',
      'If rust is there already, do not reach for the grinder. Soak the part in white vinegar overnight, brush it, rinse it with a spoon of baking soda in water, dry it at once and oil it. Leave measuring tools and anything with a hardened edge out of the vinegar and use fine steel wool with oil instead.',
    ],
    points: {
      title: 'Every evening, in this order',
      items: [
        'Brush off dust and chips',
        'Wipe dry',
        'Wipe with a lightly oiled cloth',
        'Hang up, or lay in a closed box with a drying bag',
        'Once a month, a drop of oil in every joint',
      ],
    },
  },
  {
    id: 'ordering',
    question: 'Why is there a minimum order, and what happens after I place one?',
    lead: 'We make tools in batches and ship from one floor. The minimum is the smallest parcel that reaches you whole without the carrier costing more than the tool.',
    paragraphs: [
      'The number beside “available” is real. The moment the shop accepts your order, those pieces are set aside for you and no one else can buy them, even if two people press the button in the same second. That is also why an order can be refused with a kind word: the last ones have just been sold, and we would rather say so now than after you have paid.',
      'An accepted order waits for payment. My Orders shows until when the pieces are held; after that they go back on the shelf and nothing is charged. Pay by card from the same list. When the payment is through you will see a transaction id. Keep it: it is all we need to find your payment.',
      'Only paid orders go to the packing bench. When yours leaves, the order says Shipped, and its history shows the day and the minute. Until you have paid you can delete the order yourself, without asking anyone.',
    ],
    points: {
      title: 'The way of an order',
      items: [
        'Placed: the pieces are set aside',
        'Paid: the card is charged once, and you get a transaction id',
        'Shipped: it has left our floor',
        'Not paid in time: the pieces go back, nothing is charged',
      ],
    },
  },
  {
    id: 'bad-network',
    question: 'What if my network drops while I am ordering or paying?',
    lead: 'Then nothing happens twice, and nothing you typed is lost. We built the shop on a village connection for exactly this reason.',
    paragraphs: [
      'The catalogue lives on your phone after the first visit, so you can look through it in a lift, on a launch, or during load-shedding. A page that shows a saved copy says so, and says how old it is.',
      'An order that you place without a network is saved on your phone and sent when the network returns. It is marked “saved on this device”, never “placed”, until the shop has really taken it. If you press twice, or the answer gets lost on the way, the shop recognises the order and keeps only one.',
      'Payment needs a network, but not a perfect one. If the line breaks in the middle, do not pay again in another window. Open the order: the page asks the bank first and tells you whether the money has moved. Only when it has not does the Pay button come back.',
    ],
    points: {
      title: 'Good to know',
      items: [
        'Add the shop to your home screen; it opens without a network',
        'Unsent orders wait under My Orders',
        'An order is yours when it says so, not before',
        'After a broken payment, open the order and wait for its answer',
      ],
    },
  },
];
