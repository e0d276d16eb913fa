/**
 * The wire shapes of the API: the front door of this room for the browser, which imports types only. The one function that it
 * shares has an entry of its own, `@karigar/bff/order-number`, because these files would bring zod along.
 */
export type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from './calls.ts';
export * from './delivery.ts';
export * from './notices.ts';
export * from './order.ts';
export * from './payment.ts';
export * from './people.ts';
export * from './problem.ts';
export * from './shop.ts';
export * from './tool.ts';
