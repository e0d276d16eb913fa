import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '../../../../shared/ui/blocks.tsx';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import shared from '../../admin.module.css';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import type { ShownOrders } from '../model/order-cache.ts';
import { questionsOf } from '../model/order-questions.ts';
import { contentWords, customerOf, pieces } from '../model/order-words.ts';
import type { OrderLinkTo } from '../model/use-opened-order.ts';
import { DecisionButtons } from '../work/order-buttons.tsx';
import { OrderStanding } from '../work/order-standing.tsx';
import type { OrderWork } from '../work/use-order-work.tsx';
import classes from './decisions.module.css';

/** What an order asks a person, in words; nothing when it asks nothing. */
export function OrderQuestions({ order }: { order: Order }) {
  const questions = questionsOf(order);
  if (questions.length === 0) return null;
  return (
    <ul className={`${shared.list} ${shared.words}`} aria-label="Decision needed">
      {questions.map((question) => (
        <li key={question}>{question}</li>
      ))}
    </ul>
  );
}

interface DecisionsProps {
  page: ShownOrders;
  work: OrderWork;
  linkTo: OrderLinkTo;
}

/** The orders that wait for a person, with what to do about each. One that was decided keeps its place until the list is read again. */
export function Decisions({ page, work, linkTo }: DecisionsProps) {
  const list = useRestoredFocus<HTMLUListElement>();
  const isOpen = (order: Order) => !page.gone.has(order._id) && questionsOf(order).length > 0;
  return (
    <ul className={shared.list} ref={list} aria-label="Needs a decision">
      {page.items.map((order) => (
        <Card
          as="li"
          key={order._id}
          data-row={order._id}
          className={classes.item ?? ''}
          data-decided={!isOpen(order) || undefined}
        >
          <Group justify="space-between">
            <div className={classes.about}>
              <Link {...linkTo(order)} className={classes.open}>
                <strong>{showNumber(order.number)}</strong> {contentWords(order)}
              </Link>
              <Text size="sm" c="dimmed" className={shared.words ?? ''}>
                {pieces(order.quantity)} for {formatMoney(order.price)}, <bdi>{customerOf(order)}</bdi>
              </Text>
              {isOpen(order) ? (
                <OrderQuestions order={order} />
              ) : (
                <Text>
                  Decided.{' '}
                  <OrderStanding
                    order={order}
                    progress={work.shippings.get(order._id)?.progress}
                    isGone={page.gone.has(order._id)}
                  />
                </Text>
              )}
            </div>
            {isOpen(order) && <DecisionButtons order={order} work={work} />}
          </Group>
        </Card>
      ))}
    </ul>
  );
}
