import { reply } from '../api/call.ts';
import { pageOf } from '../api/calls.ts';
import { publicDb, type ToolReviewsRow } from './public-data.ts';
import { createRevalidation, perKey, type Saved, useSaved } from './revalidation.ts';
import { useSavedQuery } from './saved-store.ts';

/** Reads a page of a tool's reviews, those before `cursor`, with the rating of all of them. It saves nothing. */
export async function readReviews(id: string, cursor?: string): Promise<Omit<ToolReviewsRow, 'savedAt'>> {
  const query = cursor === undefined ? {} : { cursor };
  const answer = await reply('GET /tools/:id/reviews', { params: { id }, query, auth: 'none' });
  const { nextCursor } = pageOf({ ...answer, body: answer.body.reviews });
  return { toolId: id, ...answer.body, nextCursor };
}

/** Of the tools whose reviews were opened on this page. */
const revalidationOf = perKey((toolId) =>
  createRevalidation(async () => {
    const row = { ...(await readReviews(toolId)), savedAt: Date.now() };
    await publicDb.write(({ toolReviews }) => toolReviews.put(row));
  }),
);

/** The newest reviews of a tool, and its rating; they stay on the device for the next visit of its page. */
export function useToolReviews(toolId: string): Saved<ToolReviewsRow> {
  const row = useSavedQuery(publicDb, async ({ toolReviews }) => toolReviews.get(toolId), [toolId]);
  return useSaved(revalidationOf(toolId), row && { data: row, savedAt: row.savedAt });
}

/** Reads the reviews of a tool after one has been added. */
export const rereadToolReviews = (toolId: string): Promise<void> => revalidationOf(toolId).runAnew();

/** Removes the reviews of all tools from the device, because the words of one of their authors are gone; open pages read them again. */
export async function forgetToolReviews(): Promise<void> {
  await publicDb.write(async ({ toolReviews }) => {
    const rows = await toolReviews.all();
    await toolReviews.delete(...rows.map(({ toolId }) => toolId));
  });
  await Promise.all([...revalidationOf.made.values()].map((revalidation) => revalidation.runAnew()));
}
