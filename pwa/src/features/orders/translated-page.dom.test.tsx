import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { DeliveryText } from '../../shared/delivery/delivery-text.tsx';
import { orderOf } from '../../shared/testing/order.ts';
import { toolNamed } from '../../shared/testing/tool.ts';
import { translate } from '../../shared/testing/translate.ts';
import { ToolCard } from '../../shared/tools/tool-card.tsx';
import { OrderNextStep, OrderStanding } from './order-standing.tsx';

const at = '2026-11-21T08:00:00Z';
const unpaid = orderOf({ paid: false, paidAt: null });
const paid = orderOf();
const shipped = { ...paid, status: 'Shipped', shippedAt: at, carrier: 'Pathao' } as const;
const asked = { at, reason: 'other', declinedAt: null } as const;
const next = (order: typeof unpaid) => <OrderNextStep order={order} placed={false} shipping={undefined} />;
const standing = (order: typeof unpaid) => (
  <OrderStanding order={order} contact={undefined} ref={{ current: null }} />
);
const home = { name: 'Rahima', address: 'House 7', city: 'Dhaka', zip: '1205', phone: '' };
const card = (availableQuantity: number) => (
  <ToolCard tool={toolNamed('Hammer', { availableQuantity, minOrderQuantity: 2 })} />
);

/** What is on the page at first, and then. */
const changes: Record<string, readonly [ReactNode, ReactNode]> = {
  'is paid': [next(unpaid), next(paid)],
  'is shipped': [next(paid), next(shipped)],
  'gets a tracking number': [next(shipped), next({ ...shipped, trackingNumber: 'P-77' })],
  'gets another carrier': [next(shipped), next({ ...shipped, carrier: 'RedX', trackingNumber: 'R-1' })],
  'is not cancelled': [
    standing({ ...paid, cancellation: asked }),
    standing({ ...paid, cancellation: { ...asked, declinedAt: at } }),
  ],
  'goes elsewhere': [
    <DeliveryText key="d" delivery={home} />,
    <DeliveryText key="d" delivery={{ ...home, city: 'Khulna', phone: '+880 1700-000000' }} />,
  ],
  'is nearly sold out': [card(400), card(3)],
};

test.each(Object.entries(changes))(
  'on a translated page there are no old words beside new ones when it %s',
  (_, [before, after]) => {
    const around = (node: ReactNode) => (
      <MemoryRouter>
        <MantineProvider env="test">{node}</MantineProvider>
      </MemoryRouter>
    );
    const page = render(around(before));
    translate(page.container);
    page.rerender(around(after));
    const { textContent } = page.container;
    page.unmount();
    expect(textContent).toBe(render(around(after)).container.textContent);
  },
);
