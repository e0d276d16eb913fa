import { describe, expect, it } from 'vitest';
import { authRules, passwordNeeds } from './auth-rules.ts';

describe('the rules of the sign-in forms', () => {
  it.each([
    ['', 'Email is required'],
    ['  ', 'Email is required'],
    ['rahima', 'Provide a valid email.'],
    ['rahima@karigar', 'Provide a valid email.'],
    ['ra hima@karigar.example', 'Provide a valid email.'],
    ['rahima@karigar.example', null],
    [' rahima@karigar.example ', null],
    ['\u200brahima@karigar.example\u2060', null],
    ['\u200b', 'Email is required'],
    [`${'r'.repeat(250)}@karigar.example`, 'Use at most 254 characters'],
  ])('say of the email %j: %j', (typed, message) => {
    expect(authRules.email(typed)).toBe(message);
  });

  it.each([
    ['', 'Password is required'],
    ['a!b', 'Must be 6 charecters or longer.'],
    ['abcdef', 'Use atleast one special charecter.'],
    ['abcde-', 'Use atleast one special charecter.'],
    ['abcde&', null],
  ])('say of the password %j: %j', (typed, message) => {
    expect(authRules.password(typed)).toBe(message);
  });

  it('ask for a name', () => {
    expect(authRules.name(' ')).toBe('Name is required');
    expect(authRules.name('\u2800')).toBe('Name is required');
    expect(authRules.name('রহিমা')).toBeNull();
    expect(authRules.name('a'.repeat(120))).toBeNull();
    expect(authRules.name('a'.repeat(121))).toBe('Use at most 120 characters');
  });

  it('tick what a new password already has', () => {
    expect(passwordNeeds('ab#').map(({ met }) => met)).toEqual([false, true]);
  });
});
