import type { Stack } from '../stack/start-stack.ts';
export async function seedOnce(_stack: Stack, _say: (l: string) => void): Promise<void> {}
