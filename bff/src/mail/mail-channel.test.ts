import type { OrderDocument } from '@karigar/events';
import { expect, it } from 'vitest';
import type { NoticeTask } from '../notices/notice.ts';
import { openMail } from './mail-channel.ts';

/** Sends a notice to somebody who has switched requests for reviews off under the account that they have now. */
async function send(kind: NoticeTask['kind']) {
  const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: { name: 'Karigar', address: 'orders@shop.example' } };
  const parts = {
    users: { holderOf: async () => ({ uid: 'now' }) },
    devices: { wants: async (uid: string, asked: string) => uid !== 'now' || asked !== 'review' },
    log: { history: () => Promise.reject(new Error('the order is read')) },
    personal: { openFor: async () => 'erased' },
  };
  const { channels, close } = openMail(
    { production: false, mail } as unknown as Parameters<typeof openMail>[0],
    parts as unknown as Parameters<typeof openMail>[1],
  );
  const task = { kind, uid: 'before', subject: 'ord_1', seq: 1, target: 'before', id: '1' };
  try {
    return await channels[0]?.send(task, { order: { status: 'shipped' } as OrderDocument }, async () => true);
  } finally {
    close();
  }
}

it('no letter asks for a review whose reader has switched that off; other letters are written', async () => {
  expect(await send('review')).toBe('dropped');
  await expect(send('shipped')).rejects.toThrow();
});
