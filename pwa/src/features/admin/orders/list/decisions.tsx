import { showNumber } from '@karigar/bff/order-number';
import { Box, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '../../../../shared/ui/blocks.tsx';
import { formatMoney } from '../../../../shared/ui/money.tsx';
import shared from '../../admin.module.css';
import { useRestoredFocus } from '../../use-restored-focus.ts';
import { contentWords, customerOf, pieces, questionsOf, type ShownOrder } from '../model/order.ts';
import type { ShownOrders } from '../model/order-cache.ts';
import type { OrderBeside } from '../model/use-opened-order.ts';
import { DecisionButtons } from '../work/order-buttons.tsx';
import { OrderStanding } from '../work/order-standing.tsx';
import type { OrderWork } from '../work/use-order-work.tsx';

/** What an order asks a person, in words; nothing when it asks nothing. */
export function OrderQuestions({ order }: { order: ShownOrder }) {
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

/** The orders that wait for a person, with what to do about each. One that was decided keeps its place until the list is read again. */
export function Decisions({
  page,
  work,
  linkTo,
}: {
  page: ShownOrders;
  work: OrderWork;
  linkTo: OrderBeside['linkTo'];
}) {
  const list = useRestoredFocus<HTMLUListElement>();
  const isOpen = (order: ShownOrder) => !page.gone.has(order._id) && questionsOf(order).length > 0;
  return (
    <ul className={shared.list} ref={list} aria-label="Needs a decision">
      {page.items.map((order) => (
        <Card
          as="li"
          key={order._id}
          data-row={order._id}
          style={{
            borderInlineStartWidth: 4,
            ...(isOpen(order)
              ? { borderInlineStartColor: 'var(--mantine-color-marigold-5)' }
              : { color: 'var(--mantine-color-dimmed)' }),
          }}
        >
          <Group justify="space-between">
            <Box flex="1 1 20rem" miw={0} className={shared.words ?? ''}>
              <Link {...linkTo(order)} style={{ color: 'inherit' }}>
                <strong>{showNumber(order.number)}</strong> {contentWords(order)}
              </Link>
              <Text size="sm" c="dimmed">
                {pieces(order.quantity)} for {formatMoney(order.price)}, <bdi>{customerOf(order)}</bdi>
              </Text>
              {isOpen(order) ? (
                <OrderQuestions order={order} />
              ) : (
                <Text>
                  Decided.{' '}
                  <OrderStanding
                    order={order}
                    shipping={work.shippings.get(order._id)}
                    isGone={page.gone.has(order._id)}
                  />
                </Text>
              )}
            </Box>
            {isOpen(order) && <DecisionButtons order={order} work={work} />}
          </Group>
        </Card>
      ))}
    </ul>
  );
}
