import { describe, expect, it } from 'vitest';
import { openObjects, readObjectsAddress } from './open-objects.ts';

const bucket = (origin: string, name: string, prefix = '') => ({ kind: 's3', origin, bucket: name, prefix });

describe('the address of objects', () => {
  it.each([
    ['file:///srv/objects', { kind: 'folder', path: '/srv/objects' }],
    ['file:///srv/with%20space/', { kind: 'folder', path: '/srv/with space/' }],
    ['https://s3.example/shop', bucket('https://s3.example', 'shop')],
    ['https://s3.example/shop/', bucket('https://s3.example', 'shop')],
    ['https://s3.example:9000/shop/a/b', bucket('https://s3.example:9000', 'shop', 'a/b/')],
    ['http://127.0.0.1:9000/shop', bucket('http://127.0.0.1:9000', 'shop')],
    ['http://[::1]:9000/shop', bucket('http://[::1]:9000', 'shop')],
    ['http://localhost/shop', bucket('http://localhost', 'shop')],
  ])('%s is taken', (address, place) => {
    expect(readObjectsAddress(address)).toEqual(place);
  });

  it.each([
    ['/srv/objects', 'must look like file:///folder'],
    ['s3://shop/a', 'must look like file:///folder'],
    ['file://srv/objects', 'must look like file:///folder'],
    ['https://s3.example', 'must look like'],
    ['https://s3.example/shop/a%20b', 'letters, digits'],
    ['https://s3.example/shop/.a', 'letters, digits'],
    ['https://s3.example/shop?x=1', 'without ? and #'],
    ['https://key:secret@s3.example/shop', 'must hold no keys'],
    ['http://s3.example/shop', 'use https'],
    ['http://127.0.0.1.example/shop', 'use https'],
  ])('%s is refused with what to do', (address, why) => {
    expect(() => readObjectsAddress(address)).toThrow(why);
  });

  it('of a bucket is not opened without keys', () => {
    expect(() => openObjects('https://s3.example/shop', { credentials: null })).toThrow('OBJECTS_KEY_ID');
  });
});
