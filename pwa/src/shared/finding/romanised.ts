/** Each Bangla letter and vowel sign as people type its sound on a Latin keyboard. */
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  'কk খkh গg ঘgh ঙng চch ছch জj ঝjh ঞn টt ঠth ডd ঢdh ণn তt থth দd ধdh নn পp ফf বb ভbh মm যj রr লl শsh ষsh সs হh ৎt ংng অo আa ইi ঈi উu ঊu ঋri এe ঐoi ওo ঔou াa িi ীi ুu ূu ৃri েe ৈoi োo ৌou ্ ঁ ঃ'
    .split(' ')
    .map((pair) => [pair[0], pair.slice(1)]),
);

/** Writes the Bangla words of a text by their sound ("করাত" is "korat"), so that a Latin keyboard finds them. Leaves other letters. */
export const romanised = (text: string): string =>
  text
    // NFC writes ড় ঢ় য় as two characters each.
    .normalize('NFC')
    .replace(/[ডঢ]\u09bc/g, 'র')
    .replace(/য\u09bc/g, 'y')
    // A consonant without a vowel sign is spoken with an "o", except at the end of a word.
    .replace(/[ক-হ](?=[অ-হৎ])/g, '$&অ')
    .replace(/[ঁ-ৎ]/g, (letter) => sounds[letter] ?? letter);
