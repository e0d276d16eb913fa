import { shopName } from '@karigar/bff/page-words';
import { messages } from './messages.ts';

/**
 * The titles and descriptions of the pages that anyone sees: the pages show them, and the build hands them to the server, which
 * writes them into the HTML that search engines and messengers read.
 */
export const publicPages = {
  home: {
    title: shopName,
    description: 'Karigar: hand tools made in Bangladesh. Browse and order, even without a network.',
  },
  tools: {
    title: 'All tools',
    description: 'Every hand tool Karigar makes, with price, minimum order and availability.',
  },
  /** Where the tool is not for sale; otherwise its own words stand there. */
  tool: { title: 'Tool not found', description: 'We no longer sell this tool.' },
  blog: {
    title: messages.menu.blog,
    description: 'Five questions about choosing, keeping and ordering tools, answered from the bench.',
  },
  portfolio: {
    title: messages.menu.portfolio,
    description: 'Who built Karigar: biography, contact, skills and projects.',
  },
  privacy: {
    title: 'Privacy policy',
    description: 'What Karigar keeps about you, where and for how long, and how to download or erase it.',
  },
  login: { title: 'Login', description: 'Log in to Karigar to order tools and to see your orders.' },
  signup: {
    title: 'Signup',
    description: 'Create an account at Karigar to order tools and to write reviews.',
  },
} as const;
