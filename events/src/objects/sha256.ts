import { hash } from 'node:crypto';

/** Computes the sha256 of some bytes, in hexadecimal digits. */
export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
