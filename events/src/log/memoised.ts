/** More than a busy shop meets in a minute, and little memory. */
const most = 10_000;

/** The same pure function of a text with its latest answers kept: names of keys are hashed again and again. */
export function memoised(compute: (text: string) => string): (text: string) => string {
  const answers = new Map<string, string>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    // Forgetting all at once is as good as an order of forgetting, and costs nothing until then.
    if (answers.size >= most) answers.clear();
    const answer = compute(text);
    answers.set(text, answer);
    return answer;
  };
}
