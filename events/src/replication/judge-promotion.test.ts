import { describe, expect, it } from 'vitest';
import type { NodeState } from '../log/node-state.ts';
import { judgePromotion, type OtherNode } from './judge-promotion.ts';
import type { Relation } from './log-relation.ts';

/** A node as the judge sees it; a replica that hears nobody unless told. */
const node = (name: string, state: Partial<NodeState> = {}, relation: Relation = 'same'): OtherNode => ({
  name,
  url: `redis://${name}`,
  relation,
  state: {
    url: `redis://${name}`,
    isPrimary: false,
    history: 'h',
    replicas: 0,
    linked: false,
    unheardS: null,
    offset: 100,
    shop: 'shop',
    epoch: 0,
    seq: 10,
    hash: 'x',
    raisedIn: '',
    ...state,
  },
});
const silent = [{ name: 'gone', url: 'redis://gone' }];
const names = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name);

describe('a replica whose primary answers', () => {
  const primary = node('p', { isPrimary: true });

  it('takes over from it when it hears it, however far it is at the moment', () => {
    const plan = judgePromotion(
      node('a', { linked: true, seq: 9 }),
      [{ ...primary, relation: 'behind' }, node('b', { linked: true })],
      [],
      false,
    );
    expect(plan).toMatchObject({ raises: true, epoch: 1, left: [] });
    expect([names(plan.demoted), names(plan.attached)]).toEqual([['p'], ['b']]);
  });

  it.each([{ linked: false }, { linked: true, history: 'another' }])(
    'may not when it does not: %o',
    (state) => {
      expect(() => judgePromotion(node('a', state), [primary], [], false)).toThrow('a does not follow p');
    },
  );
});

describe('a replica without a primary', () => {
  it('is promoted when it lacks nothing of what the others have', () => {
    expect(
      judgePromotion(node('a', { epoch: 3 }), [node('b', { epoch: 3 }, 'ahead')], silent, true),
    ).toMatchObject({ raises: true, epoch: 4 });
  });

  it('is refused while somebody is silent of whom nothing was said', () => {
    expect(() => judgePromotion(node('a'), [node('b')], silent, false)).toThrow('--fenced');
  });

  it.each([
    [
      'fewer events',
      node('b', { seq: 11 }, 'behind'),
      'a is stale: its log ends with event 10, that of b with event 11. Promote b.',
    ],
    ['other events', node('b', { history: 'another' }, 'forked'), 'hold different events. Promote b.'],
    ['less of the old primary', node('b', { offset: 140 }), 'b has received 40 bytes more'],
    [
      'less time with the old primary, which started anew between',
      node('b', { history: 'another', unheardS: 2 }),
      'a is stale: it lost the old primary before b did (60 s ago)',
    ],
    ['an earlier epoch', node('b', { epoch: 2 }), 'rejoin --node a'],
    ['another shop', node('b', { shop: 'other' }), 'must name the nodes of one shop'],
  ])('is refused with %s than another one', (_, other, text) => {
    expect(() => judgePromotion(node('a', { unheardS: 60 }), [other], silent, true)).toThrow(text);
  });

  it('is promoted when it was with the old primary for longer than another one, whose history it has not', () => {
    const other = node('b', { history: 'another', unheardS: 60 });
    expect(judgePromotion(node('a', { unheardS: 2 }), [other], silent, true)).toMatchObject({ raises: true });
  });

  it('is refused without a log', () => {
    expect(() => judgePromotion(node('a', { shop: '', seq: 0 }), [node('b')], silent, true)).toThrow(
      'holds no order log',
    );
  });

  it('leaves alone what went another way in an earlier epoch, and who is a primary there', () => {
    const others = [
      node('old', { isPrimary: true }, 'behind'),
      node('lost', {}, 'forked'),
      node('late', {}, 'ahead'),
      node('empty', { shop: '', seq: 0 }, 'ahead'),
    ];
    const plan = judgePromotion(node('a', { epoch: 1 }), others, silent, true);
    expect([names(plan.left), names(plan.attached), names(plan.demoted)]).toEqual([
      ['old', 'lost'],
      ['late', 'empty'],
      [],
    ]);
  });
});

describe('a primary', () => {
  it('is one already, whoever is silent, until somebody says that they are gone', () => {
    const candidate = node('p', { isPrimary: true, epoch: 2 });
    expect(judgePromotion(candidate, [], silent, false)).toMatchObject({ raises: false, epoch: 2 });
    expect(judgePromotion(candidate, [], silent, true)).toMatchObject({ raises: true, epoch: 3 });
  });

  it('is one already when its epoch began with its history', () => {
    const candidate = node('p', { isPrimary: true, epoch: 2, raisedIn: 'h' });
    const plan = judgePromotion(candidate, [node('b', { linked: true, history: 'old' })], silent, true);
    expect(plan).toMatchObject({ raises: false, epoch: 2 });
    expect(names(plan.attached)).toEqual(['b']);
  });

  it('that was made by hand gets an epoch, when others do not follow it', () => {
    expect(judgePromotion(node('p', { isPrimary: true }), [node('b')], [], false)).toMatchObject({
      raises: true,
      epoch: 1,
    });
    expect(
      judgePromotion(node('p', { isPrimary: true }), [node('b', { linked: true })], [], false),
    ).toMatchObject({ raises: false });
  });

  it('takes a second one for its replica, unless that has events of its own', () => {
    const second = node('q', { isPrimary: true, history: 'another' });
    expect(names(judgePromotion(node('p', { isPrimary: true }), [second], [], false).demoted)).toEqual(['q']);
    const ahead = { ...second, relation: 'behind' as const };
    expect(() => judgePromotion(node('p', { isPrimary: true }), [ahead], [], false)).toThrow(
      'rejoin --node q',
    );
  });
});
