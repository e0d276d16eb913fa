/** One tool of the demo catalogue: what `POST /tools` takes, with the picture's file name in place of its address. */
export interface CatalogueTool {
  picture: string;
  /** What the picture shows. */
  alt: string;
  category: string;
  name: string;
  /** What else people call it, separated by commas. */
  otherNames: string;
  /** Whole dollars each. */
  price: number;
  minOrderQuantity: number;
  availableQuantity: number;
  description: string;
  specifications?: { label: string; value: string }[];
}

/** The demo catalogue, in the order of upload: the home page shows the last six first. */
export const toolCatalogue: CatalogueTool[] = [
  {
    picture: 'trowel.webp',
    alt: 'Pointed trowel with a wooden handle that ends in a green cap',
    category: 'Building and painting',
    name: 'Brick Trowel 11 inch',
    otherNames: 'mason’s trowel, masonry trowel, কর্নিক, কুর্নি',
    price: 4,
    minOrderQuantity: 20,
    availableQuantity: 900,
    description:
      'London-pattern brick trowel with a one-piece forged blade and shank, ground thin towards the tip for clean joints. The waxed ash handle ends in a rubber cap for tapping bricks home.',
  },
  {
    picture: 'paint-brush.webp',
    alt: 'Flat paint brush with brown bristles, steel ferrule and wooden handle',
    category: 'Building and painting',
    name: 'Natural Bristle Paint Brush 3 inch',
    otherNames: 'painter’s brush, varnish brush, রঙের ব্রাশ, রং তুলি',
    price: 3,
    minOrderQuantity: 50,
    availableQuantity: 2400,
    description:
      'Thick natural hog bristle set in a riveted stainless ferrule: holds a full load of oil paint or varnish and does not shed. Shaped wooden handle with a dipped, easy-to-clean grip and a hole to hang it.',
  },
  {
    picture: 'bolts-and-nuts.webp',
    alt: 'Hex bolts and nuts of several sizes in steel, brass, black and green',
    category: 'Fasteners',
    name: 'Hex Bolt and Nut Assortment, 120 pieces',
    otherNames: 'screws and nuts, fixings, নাট বল্টু',
    price: 14,
    minOrderQuantity: 10,
    availableQuantity: 640,
    description:
      'Hex bolts from M8 to M16 in zinc, brass and black oxide with matching plain, coloured and nylon lock nuts. Sorted by size in sealed bags, threads rolled and gauged before packing.',
  },
  {
    picture: 'c-clamp.webp',
    alt: 'Green C-clamp with a threaded screw and a T-bar with yellow ends',
    category: 'Workshop',
    name: 'Cast C-Clamp 6 inch',
    otherNames: 'G-clamp, cramp, ক্ল্যাম্প, সি ক্ল্যাম্প',
    price: 11,
    minOrderQuantity: 10,
    availableQuantity: 380,
    description:
      'Ductile iron frame with a double-ribbed back that stays straight under load. Rolled acme screw, swivel pad that does not mark the work, and a sliding T-bar with bright end caps that cannot fall out.',
  },
  {
    picture: 'adjustable-wrench.webp',
    alt: 'Adjustable wrench with a green and yellow grip',
    category: 'Spanners',
    name: 'Adjustable Wrench 10 inch',
    otherNames: 'adjustable spanner, crescent wrench, স্লাই রেঞ্জ, রেঞ্জ',
    price: 10,
    minOrderQuantity: 10,
    availableQuantity: 520,
    description:
      'Drop-forged chrome vanadium body with a jaw that opens to 30 mm and a millimetre scale engraved beside it. The knurl turns with one thumb and holds its setting; soft two-colour grip with a hanging hole.',
  },
  {
    picture: 'spirit-level.webp',
    alt: 'Green spirit level with three vials and two hand slots',
    category: 'Measuring',
    name: 'Box Spirit Level 16 inch',
    otherNames: 'bubble level, mason’s level, স্পিরিট লেভেল',
    price: 12,
    minOrderQuantity: 8,
    availableQuantity: 260,
    description:
      'Aluminium box section with milled edges and three acrylic vials, level, plumb and 45 degrees, each set to 0.5 mm per metre. Two hand slots and shock-absorbing end caps.',
  },
  {
    picture: 'screwdriver.webp',
    alt: 'Slotted screwdriver with a green and yellow handle',
    category: 'Hand tools',
    name: 'Slotted Screwdriver 8 mm',
    otherNames: 'flat-head screwdriver, turnscrew, স্ক্রু ড্রাইভার',
    price: 3,
    minOrderQuantity: 40,
    availableQuantity: 3000,
    description:
      'Hardened slotted blade with a blackened tip that fits the screw and does not ride out. Hex bolster for a spanner, tri-lobe handle in two materials, and a domed end that turns in the palm.',
  },
  {
    picture: 'hand-saw.webp',
    alt: 'Hand saw with a steel blade and a closed wooden handle',
    category: 'Hand tools',
    name: 'Hand Saw 22 inch',
    otherNames: 'panel saw, wood saw, carpenter’s saw, করাত, হাত করাত',
    price: 9,
    minOrderQuantity: 10,
    availableQuantity: 450,
    description:
      'Taper-ground carbon steel blade with eight hardened points to the inch: cuts on push and pull, along and across the grain. Closed beech handle fixed with four screws, so that it can be replaced.',
    specifications: [
      { label: 'Blade', value: 'Carbon steel, 55 cm' },
      { label: 'Teeth', value: '8 points per inch, hardened' },
    ],
  },
  {
    picture: 'combination-pliers.webp',
    alt: 'Combination pliers with green handles, slightly open',
    category: 'Hand tools',
    name: 'Combination Pliers 8 inch',
    otherNames: 'lineman’s pliers, wire cutter, প্লায়ার্স, প্লাস',
    price: 7,
    minOrderQuantity: 20,
    availableQuantity: 1100,
    description:
      'Grip, bend and cut with one tool: serrated flat jaws, a round pipe grip and cutters hardened for 2 mm steel wire. Fine-fitted joint, dipped handles with finger guards. Not insulated against mains voltage.',
  },
  {
    picture: 'step-ladder.webp',
    alt: 'Open step ladder with three black treads',
    category: 'Workshop',
    name: 'Folding Step Ladder, 3 steps',
    otherNames: 'steps, trestle ladder, মই, ভাঁজ করা মই',
    price: 34,
    minOrderQuantity: 2,
    availableQuantity: 90,
    description:
      'Aluminium step ladder with three deep ribbed treads and locking steel braces. Carries 150 kg, folds to 12 cm and stands firm on wide rubber feet, on tiles as well as on rough concrete.',
  },
  {
    picture: 'tape-measure.webp',
    alt: 'Green tape measure with its yellow tape drawn out',
    category: 'Measuring',
    name: 'Tape Measure 5 metre',
    otherNames: 'measuring tape, tape rule, ফিতা, মাপার ফিতা, গজ ফিতা',
    price: 5,
    minOrderQuantity: 24,
    availableQuantity: 1800,
    description:
      'Five metres of 19 mm spring steel with a matt yellow face that is easy to read, in millimetres and inches. Sliding end hook for inside and outside measures, thumb lock, and a case that takes a fall.',
  },
  {
    picture: 'spanner-set.webp',
    alt: 'Three combination spanners of different sizes, one above the other',
    category: 'Spanners',
    name: 'Combination Spanner Set, 3 pieces',
    otherNames: 'wrench set, ring spanners, রেঞ্জ সেট, স্প্যানার',
    price: 16,
    minOrderQuantity: 6,
    availableQuantity: 310,
    description:
      'Open end and twelve-point ring of the same size on each spanner: 10, 13 and 17 mm, forged from chrome vanadium and satin plated. Coloured inlays with one, two or three dots tell the sizes apart.',
  },
  {
    picture: 'toolbox.webp',
    alt: 'Closed green toolbox with two latches and a yellow handle',
    category: 'Workshop',
    name: 'Steel Toolbox 18 inch',
    otherNames: 'tool chest, tool case, টুলবক্স, যন্ত্রপাতির বাক্স',
    price: 29,
    minOrderQuantity: 4,
    availableQuantity: 140,
    description:
      'Powder-coated sheet steel box with a pitched lid, welded corner guards, two spring latches and an eye for a padlock. Folding bar handle with a soft sleeve; takes a full set of hand tools.',
  },
  {
    picture: 'cordless-drill.webp',
    alt: 'Cordless drill with a bit in its chuck and the battery in its foot',
    category: 'Power tools',
    name: 'Cordless Drill 18 V',
    otherNames: 'drill machine, power drill, battery drill, ড্রিল মেশিন',
    price: 79,
    minOrderQuantity: 1,
    availableQuantity: 75,
    description:
      'Two-speed drill driver with a 13 mm keyless chuck, eighteen torque settings and a charge display on its 2 Ah battery. Comes with charger and a 6 mm bit; vents high on the body keep dust away from the hand.',
    specifications: [
      { label: 'Battery', value: '18 V, 2 Ah, charger included' },
      { label: 'Chuck', value: 'Keyless, 13 mm' },
      { label: 'Torque settings', value: '18' },
      { label: 'Weight with battery', value: '1.6 kg' },
    ],
  },
  {
    picture: 'claw-hammer.webp',
    alt: 'Claw hammer with a wooden handle and a green grip',
    category: 'Hand tools',
    name: 'Claw Hammer 16 oz',
    otherNames: 'nail hammer, carpenter’s hammer, হাতুড়ি',
    price: 8,
    minOrderQuantity: 10,
    availableQuantity: 480,
    description:
      'Forged and polished head on a hickory handle, wedged twice so that it stays put. The curved claw draws nails up to 100 mm; the dipped grip keeps its hold in a wet hand. Sixteen ounces, balanced for a long day.',
    specifications: [
      { label: 'Head', value: 'Forged carbon steel, 16 oz' },
      { label: 'Handle', value: 'Hickory, dipped grip' },
      { label: 'Length', value: '33 cm' },
      { label: 'Weight', value: '680 g' },
    ],
  },
];
