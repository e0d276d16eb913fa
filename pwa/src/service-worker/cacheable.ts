import type { WorkboxPlugin } from 'workbox-core';

/** Only whole answers are kept. Pictures of another host arrive opaque (status 0); they are kept as they are. */
export const wholeAnswers: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) =>
    Promise.resolve(response.status === 200 || response.status === 0 ? response : null),
};
