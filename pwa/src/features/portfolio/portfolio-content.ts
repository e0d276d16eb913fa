/** A card that leads out of the shop; `href` must be https. */
export interface ProjectCard {
  title: string;
  summary: string;
  usedFor: string;
  href: string;
}

/**
 * Everything the portfolio page says. The shop's owner edits this one file: the words, the groups of skills and the
 * three project cards. Contact details are not here: they come from the installation's settings.
 */
export const portfolio = {
  eyebrow: 'The developer behind Karigar',
  headline: 'I build shops that keep working when the network does not.',
  biography: [
    'I learnt to program in a town where the power went out every evening at seven. A page that lost your form when the line dropped was not an edge case there; it was Tuesday. I have cared about that moment ever since: what a person sees when something breaks, and whether they can trust it.',
    'Karigar, the artisan’s shop, is built the way a good tool is. Few parts, each with one job, each possible to take out and look at. Every order is a list of facts that is never rewritten, so that the shop can always prove what happened, to a customer and to its owner.',
    'When I am not writing software I restore old hand planes. Both are mostly patience and keeping the edge clean.',
  ],
  skills: [
    {
      group: 'In the browser',
      items: ['TypeScript', 'React', 'Offline-first PWAs', 'IndexedDB', 'Service workers', 'Accessibility'],
    },
    {
      group: 'On the server',
      items: ['Node.js', 'Hono', 'Event sourcing', 'Redis and Lua', 'Card payments', 'Observability'],
    },
    {
      group: 'At the bench',
      items: ['State machines', 'Property-based tests', 'Performance budgets', 'Plain writing'],
    },
  ],
  projectsIntro: 'Open projects that this shop stands on and that I gladly recommend.',
  projects: [
    {
      title: 'Hono',
      summary: 'A small, fast web framework on web standards, the same on every JavaScript runtime.',
      usedFor: 'Here it carries the whole API, from the catalogue to live order news.',
      href: 'https://hono.dev',
    },
    {
      title: 'Dexie',
      summary:
        'A friendly wrapper of the browser’s own database, with queries that keep a screen up to date.',
      usedFor: 'Here it holds the catalogue, your orders and everything not yet sent.',
      href: 'https://dexie.org',
    },
    {
      title: 'XState',
      summary: 'State machines and actors for flows in which no step may be forgotten.',
      usedFor: 'Here it leads you through quantity and payment, broken connections included.',
      href: 'https://stately.ai/docs/xstate',
    },
  ] satisfies readonly ProjectCard[],
};
