import { hideReview, reviewPage } from '../reviews/review-records.ts';
import type { CommandContext } from './command-context.ts';
import { recordNote } from './record-note.ts';

/** `reviews`: the newest ones and the hidden ones; with ids, hides those reviews or shows them again. */
export async function reviews(
  context: CommandContext,
  { last, hide, show }: { last: number; hide?: string[]; show?: string[] },
): Promise<number> {
  const ids = hide ?? show;
  return ids === undefined ? list(context, last) : change(context, ids, hide !== undefined);
}

async function list(context: CommandContext, last: number): Promise<number> {
  const { output } = context;
  const parts = { redis: (await context.log()).redis, personal: await context.personal() };
  const [shown, hidden] = await Promise.all(
    [false, true].map(async (isHidden) => {
      const page = await reviewPage(parts, { limit: last, hidden: isHidden });
      return page.reviews.map((review) => ({ ...review, hidden: isHidden }));
    }),
  );
  const all = [...(shown ?? []), ...(hidden ?? [])];
  output.result({ reviews: all }, () => {
    for (const { _id, createdAt, rating, name, reviews, hidden } of all)
      output.line(`${_id}  ${createdAt}  ${rating} stars${hidden ? '  hidden' : ''}  ${name}: ${reviews}`);
  });
  return 0;
}

async function change(context: CommandContext, ids: readonly string[], hidden: boolean): Promise<number> {
  const { redis } = await context.log();
  let noted = true;
  for (const review of ids) {
    const record = async () => {
      noted = (await recordNote(context, 'reviews', { review, hidden })) && noted;
    };
    const changed = await hideReview(redis, review, hidden, record);
    const state = hidden ? 'hidden' : 'shown';
    context.output.record({ review, hidden, changed });
    context.output.line(changed ? `${review} is ${state} now.` : `${review} was ${state} already.`);
  }
  return noted ? 0 : 1;
}
