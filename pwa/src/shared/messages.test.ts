import { expect, test } from 'vitest';
import { messages } from './messages.ts';

const everyText = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [value.length === 2 ? value(2, 9) : value(3)];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(everyText);
  return [];
};

test.each([
  'Oops! page Not Found.',
  'BORN TO ROAR...',
  'Learn More',
  'Our Tools',
  'Purchase Now',
  'What our customer says.',
  '(3 - star)',
  'Have any query?',
  'Subscribe',
  'Forget password?',
  'LOGIN',
  'SIGNUP',
  'OR',
  'CONTINUE WITH GOOGLE',
  'Email is required',
  'Provide a valid email.',
  'Password is required',
  'Must be 6 charecters or longer.',
  'Use atleast one special charecter.',
  'Name is required',
  'Something is wrong',
  'Reset your password. please check email.',
  '🚫 Oops! Network Problem!',
  '🚫 Wrong Password.',
  '🚫 Opps! User not found.',
  '🚫 Email already Exist.',
  'Address is required',
  'City is required',
  'Zip Code is required',
  'Something wrong please type Quantity.',
  'Something wrong. please type quantity again.',
  'You can order minimum 2 or maximum 9 tools',
  'You Place the order successfully.',
  'Congrats! Your payment is completed.',
  'You have - 3 order(s)',
  'Suuccessfully deleted',
  'Review description is required',
  'You successfully added a review.',
  'Please Update Your profile.',
  'Your Profile updated successfully.',
  'We have total 3 User(s)',
  'Suuccessfully made an admin.',
  'Failed to make an admin.',
  'Successfully made an order shipped.',
  'Product added successfully',
  'Failed to add a Product.',
  'Tools Name required',
  'Price is required',
  'Minimum Order Quantity required',
  'Available Quantity required',
  'Tools Description is required',
  'Image is required',
])('the text "%s" stays as it was promised', (text) => {
  expect(everyText(messages)).toContain(text);
});

test('the four counters keep their figures', () => {
  expect(messages.home.counters.map((c) => `${c.value}${c.suffix} ${c.label}`)).toEqual([
    '245+ Products',
    '67+ Partners',
    '47.5M Global Users',
    '65% Market Demands',
  ]);
});
