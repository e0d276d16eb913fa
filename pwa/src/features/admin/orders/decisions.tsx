import type { Order } from '@karigar/bff/contracts';
import { showNumber } from '@karigar/bff/order-number';
import { Text } from '@mantine/core';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../../shared/ui/money.tsx';
import { useRestoredFocus } from '../use-restored-focus.ts';
import classes from './decisions.module.css';
import { DecisionButtons, OrderQuestions } from './order-decision.tsx';
import { questionsOf } from './order-questions.ts';
import { OrderStanding } from './order-standing.tsx';
import { pieces } from './order-story.ts';
import { contentWords, customerOf } from './shipping/shipping-words.ts';
import type { OrderLinkTo } from './use-open-order.ts';
import type { ShownPage } from './use-order-list.ts';
import type { OrderWork } from './use-order-work.tsx';

interface DecisionsProps {
  page: ShownPage;
  work: OrderWork;
  linkTo: OrderLinkTo;
}

/** The orders that wait for a person, with what to do about each. One that was decided keeps its place until the list is read again. */
export function Decisions({ page, work, linkTo }: DecisionsProps) {
  const list = useRestoredFocus();
  const isOpen = (order: Order) => !page.gone.has(order._id) && questionsOf(order).length > 0;
  return (
    <ul className={classes.list} ref={list as RefObject<HTMLUListElement>} aria-label="Needs a decision">
      {page.items.map((order) => (
        <li
          key={order._id}
          className={classes.item}
          data-row={order._id}
          data-decided={!isOpen(order) || undefined}
        >
          <div className={classes.about}>
            <Link {...linkTo(order)} className={classes.open}>
              <strong>{showNumber(order.number)}</strong> {contentWords(order)}
            </Link>
            <Text size="sm" c="dimmed" className={classes.words ?? ''}>
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
        </li>
      ))}
    </ul>
  );
}
