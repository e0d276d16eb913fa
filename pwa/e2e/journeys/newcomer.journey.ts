import { newMark } from '../../../infra/src/seed/new-mark.ts';
import { button, field, role, text } from '../engines/tab.ts';
import { test } from '../fixtures/journey-test.ts';

test('somebody signs up, sees their dashboard and writes a review, which stands on the home page', async ({
  tab,
}) => {
  const name = 'Nasrin Akter';
  const review = `The plane of a lifetime, ${newMark()}`;
  await tab.open('/signup');
  await tab.type(field('Name'), name);
  await tab.type(field('Email'), `nasrin-${newMark()}@karigar.example`);
  await tab.type(field('Password'), 'Karigar-mine!');
  await tab.click(button('SIGNUP'));
  await tab.isAt('/dashboard');
  await tab.sees(text('Please Update Your profile.'));

  await tab.open('/dashboard/addreview');
  await tab.choose(field('Rating'), '4');
  await tab.type(field('Description'), review);
  await tab.click(button('Add Review'));
  await tab.sees(text('You successfully added a review.'));

  await tab.open('/');
  await tab.sees(text(review, role('figure')));
});
