import type { z } from 'zod';
import { orderCalls } from './order-calls.ts';
import { paymentCalls } from './payment.ts';
import { peopleCalls } from './people-calls.ts';
import { shopCalls } from './shop-calls.ts';
import { toolCalls } from './tool-calls.ts';

/** Every call of the API. The server's routes, the document, the authorisation test and the page's client are made from it. */
export const calls = { ...shopCalls, ...toolCalls, ...orderCalls, ...paymentCalls, ...peopleCalls };
export type Calls = typeof calls;

/** The name of a call: its method and path. */
export type CallName = keyof Calls;
type Answers<Name extends CallName> = Calls[Name]['answers'];
/** What the body of a call's good answer is. */
export type AnswerOf<Name extends CallName> = z.output<
  Extract<Answers<Name>[keyof Answers<Name>], z.ZodType>
>;
export type BodyOf<Name extends CallName> = z.output<Calls[Name]['body']>;
export type QueryOf<Name extends CallName> = z.output<Calls[Name]['query']>;
/** The names of the parameters of a path. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
