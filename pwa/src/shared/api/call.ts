import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '@karigar/bff/contracts';
import { type Reply, type RequestOptions, request } from './http.ts';

/** What a call takes besides its name: the parameters of its path, its body and query by its row in the table, and how it is sent. */
type Given<Name extends CallName> = Omit<RequestOptions, 'method' | 'query' | 'body'> & {
  query?: Partial<QueryOf<Name>> & object;
} & ([ParamsOf<Name>] extends [never] ? unknown : { params: Record<ParamsOf<Name>, string> }) &
  (BodyOf<Name> extends undefined ? unknown : { body: BodyOf<Name> });
/** May be left out where a call takes nothing. */
type Options<Name extends CallName> =
  object extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>];

/** Makes a call of the table and gives its answer with its headers. Throws like `request`. */
export async function reply<Name extends CallName>(
  name: Name,
  ...[given]: Options<Name>
): Promise<Reply<AnswerOf<Name>>> {
  const [method, path = ''] = name.split(' ');
  const { params = {}, ...options }: RequestOptions & { params?: Record<string, string> } = given ?? {};
  const address = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));
  const answer = await request<AnswerOf<Name>>(address, {
    ...options,
    ...(method === undefined ? {} : { method }),
  });
  if (import.meta.env.MODE !== 'production') {
    const { checkAnswer } = await import('./check-answer.ts');
    await checkAnswer(name, answer);
  }
  return answer;
}

/** The same, for the body of the answer alone. */
export const call = async <Name extends CallName>(name: Name, ...options: Options<Name>) =>
  (await reply(name, ...options)).body;
