import { Waiting } from '../contracts/notifications.ts';
import type { Tool } from '../contracts/tool.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall, pathParam } from '../http/call.ts';
import type { Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { WaitingRecords } from './waiting-records.ts';

interface WaitingCallParts {
  readonly waiting: Pick<WaitingRecords, 'put' | 'remove' | 'of'>;
  /** Finds a tool on sale, with the stock of this moment. */
  readonly tool: (id: string) => Promise<Tool | undefined>;
}

const answerTo = ({ emailVerified }: Person, waiting: boolean): Waiting => ({
  waiting,
  addressProven: emailVerified,
});
const answers = { 200: { description: 'Whether the person who asks hears of it', schema: Waiting } };

/** The calls with which people ask to hear, once, when a tool is back. */
export function waitingCalls({ waiting, tool }: WaitingCallParts): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/tools/:id/waiting',
      summary: 'Whether the person who asks hears of it when the tool is back',
      access: 'signed-in',
      limit: 'read',
      answers,
      problems: [],
      async handle({ c, person }) {
        const tools = await waiting.of(await person.accounts());
        return privateJson(answerTo(person, tools.includes(pathParam(c, 'id'))));
      },
    }),
    defineCall({
      method: 'post',
      path: '/tools/:id/waiting',
      summary:
        'Has the person who asks hear, once, when a sold-out tool is back; `waiting` is false where it is on sale',
      access: 'signed-in',
      limit: 'write',
      answers,
      problems: ['TOOL_NOT_FOUND', 'TOO_MANY_WAITING'],
      async handle({ c, person }) {
        const id = pathParam(c, 'id');
        if ((await tool(id)) === undefined) throw new ProblemError('TOOL_NOT_FOUND', 'No such tool.');
        if (!(await waiting.put(id, person.uid)))
          throw new ProblemError(
            'TOO_MANY_WAITING',
            'You are already waiting for too many tools, or too many people are waiting for this one.',
          );
        // Looked at afterwards: pieces that came before that would never be told, and those that come later are.
        const found = await tool(id);
        const isBack = found !== undefined && found.availableQuantity >= found.minOrderQuantity;
        if (isBack) await waiting.remove(id, [person.uid]);
        return privateJson(answerTo(person, !isBack));
      },
    }),
    defineCall({
      method: 'delete',
      path: '/tools/:id/waiting',
      summary: 'Lets the person who asks wait for a tool no more',
      access: 'signed-in',
      limit: 'write',
      answers,
      problems: [],
      async handle({ c, person }) {
        await waiting.remove(pathParam(c, 'id'), await person.accounts());
        return privateJson(answerTo(person, false));
      },
    }),
  ];
}
