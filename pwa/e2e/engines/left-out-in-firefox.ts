/** Tests that Debian's Firefox ESR cannot run under Playwright, by what is missing. All others of the whole suite run by `npm run e2e:firefox`. */
const leftOut: { missing: string; tests: string[] }[] = [
  {
    missing: 'it cannot pretend to be printed, or that its system is dark or wants less motion',
    tests: [
      'nothing is in the way of a person',
      'dialogs and drawers stand out from the page in both schemes',
      'an admin gives the money of an order back',
      'what a customer asks comes to the top by itself',
      'the pick list counts pieces by tool, and is printed alone',
      'a tool’s picture moves from its card to its page',
    ],
  },
  {
    missing: 'it does not say that a download begins',
    tests: [
      'an admin finds, ships and deletes orders and exports what the filter shows',
      'a person takes all that the shop knows along as one file',
    ],
  },
  {
    missing: 'a tap is not carried out',
    tests: [
      'a receipt is two taps away from anywhere',
      'whoever has paid finds the receipt in their mail',
      'the first tool is near the top, and nothing moves',
      'tools are found from every page, by a button',
    ],
  },
  {
    missing: 'the body of a request is not known, so it cannot be sent on',
    tests: ['a connection that is lost while paying ends in asking'],
  },
  {
    missing: 'the driver loses a page that the browser has kept for "back"',
    tests: [
      'going back returns to where a page was left, and a page opened',
      'a page that somebody comes back to hears news again',
    ],
  },
  {
    missing:
      'now and then it opens no page, also not from the device, while the driver holds the network off',
    tests: ['signing out asks about an order that is not sent, and two tabs'],
  },
  {
    missing: 'what a page breaks off because it is left counts as its error',
    tests: ['where the browser allows no service worker the shop works'],
  },
  {
    missing: 'the developer tools of Chromium: a slow line, whether the shop can be installed',
    tests: [
      'makes a photo of 12 MB smaller',
      'a new buyer gets from Purchase Now to a paid order with seven taps',
      'the browser finds nothing that keeps the shop from being installed',
    ],
  },
  {
    missing:
      'a Chromium that the test starts by itself: text twice as large, notifications, a profile that outlives it',
    tests: [
      'at twice the text size',
      'the last entry of the menu is reached where the menu is higher',
      'whoever agrees after an order is told by a push',
      'an order made with the shop gone survives the closing of the browser',
    ],
  },
];

/** What the names of those tests contain. */
export const leftOutInFirefox: RegExp[] = leftOut.flatMap(({ tests }) =>
  tests.map((name) => new RegExp(name)),
);
