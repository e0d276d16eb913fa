import type { Waiting } from '../contracts/notifications.ts';
import { isOrderable } from '../contracts/page-words.ts';
import type { Tool } from '../contracts/tool.ts';
import { privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import type { Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { WaitingRecords } from './waiting-records.ts';

interface WaitingCallParts {
  waiting: Pick<WaitingRecords, 'put' | 'remove' | 'of'>;
  /** Finds a tool on sale, with the stock of this moment. */
  tool: (id: string) => Promise<Tool | undefined>;
}

const answerTo = ({ emailVerified }: Person, waiting: boolean): Waiting => ({
  waiting,
  addressProven: emailVerified,
});
/** The calls with which people ask to hear, once, when a tool is back. */
export function waitingCalls({ waiting, tool }: WaitingCallParts) {
  return {
    async 'GET /tools/:id/waiting'({ params, person }) {
      const tools = await waiting.of(await person.accounts());
      return privateJson(answerTo(person, tools.includes(params.id)));
    },
    async 'POST /tools/:id/waiting'({ params, person }) {
      const id = params.id;
      if ((await tool(id)) === undefined) throw new ProblemError('TOOL_NOT_FOUND', 'No such tool.');
      if (!(await waiting.put(id, person.uid)))
        throw new ProblemError(
          'TOO_MANY_WAITING',
          'You are already waiting for too many tools, or too many people are waiting for this one.',
        );
      // Looked at afterwards: pieces that came before that would never be told, and those that come later are.
      const found = await tool(id);
      const isBack = found !== undefined && isOrderable(found);
      if (isBack) await waiting.remove(id, [person.uid]);
      return privateJson(answerTo(person, !isBack));
    },
    async 'DELETE /tools/:id/waiting'({ params, person }) {
      await waiting.remove(params.id, await person.accounts());
      return privateJson(answerTo(person, false));
    },
  } satisfies Partial<Handlers>;
}
