import { tabStorage } from '../web-storage.ts';

/** Where this tab notes that it leaves for the provider's own page. */
export const redirectKey = 'karigar.redirect';

/** Whether a redirect sign-in is under way in this tab. */
export const isRedirecting = (): boolean => tabStorage.read(redirectKey) !== null;
