import { orderCalls } from './order-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { shopCalls } from './shop-calls.ts';
import { toolCalls } from './tool-calls.ts';

/** Every call of the API. The server's routes, the document, the authorisation test and the page's client are made from it. */
export const calls = { ...shopCalls, ...toolCalls, ...orderCalls, ...peopleCalls };
export type Calls = typeof calls;
