import { beforeEach, expect, test, vi } from 'vitest';
import { refreshRights } from '../identity/rights.ts';
import {
  currentSession,
  forgetPerson,
  isAddressVerified,
  isSignedIn,
  keepPerson,
  keepToken,
  personKey,
} from './session-store.ts';

const getMe = vi.hoisted(() => vi.fn());
vi.mock('../api/calls.ts', () => ({ getMe }));

const rahima = { uid: 'u1', email: 'rahima@karigar.example', name: 'Rahima', photoURL: null };

beforeEach(() => {
  keepToken('token');
  keepPerson(rahima);
});

test('a person whom another tab has signed out counts as gone before this one hears of it', () => {
  expect(isSignedIn('u1')).toBe(true);
  expect(isSignedIn('u2')).toBe(false);
  localStorage.clear();
  expect(isSignedIn('u1')).toBe(false);
});

test('a person who has just left here is gone', () => {
  forgetPerson();
  expect(isSignedIn('u1')).toBe(false);
});

test('an answer that comes after another tab has signed out does not bring the person back', async () => {
  getMe.mockImplementation(async () => {
    localStorage.clear();
    return { roles: ['admin'], erasesAt: null };
  });
  await refreshRights();
  expect(localStorage.getItem(personKey)).toBeNull();
});

test('a page that comes back from the browser’s memory follows what it has missed', () => {
  localStorage.clear();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(currentSession().status).toBe('signed-out');
});

test('the token says whether the address is proven', () => {
  const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims)).replaceAll('/', '_')}.y`;
  keepToken(tokenOf({ verified: true, name: '???' }));
  expect(isAddressVerified()).toBe(true);
  keepToken(tokenOf({ verified: false }));
  expect(isAddressVerified()).toBe(false);
  keepToken('token');
  expect(isAddressVerified()).toBeNull();
});
