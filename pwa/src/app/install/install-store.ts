import { isInstalled, isIos } from '../../shared/device.ts';
import { hasSignedIn, useSession } from '../../shared/session/session-store.ts';
import { createStore, useStore } from '../../shared/store.ts';
import { deviceStorage } from '../../shared/web-storage.ts';

/** Chromium's event that lets a page offer its own installation; not in the standard types. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this browser installs: by its own question, by hand on iOS, or not at all (or not now). */
export type InstallWay = 'ask' | 'by-hand' | null;

const dismissedKey = 'karigar.installDismissed';
const quietFor = 30 * 24 * 60 * 60 * 1000;
const prompt = createStore<InstallPrompt | null>(null);
const dismissedNow = createStore(false);

/** Keeps the browser's install question for the menu; call before the first paint, as it comes early. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt.set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => prompt.set(null));
}

const dismissed = (now: number): boolean => now - Number(deviceStorage.read(dismissedKey) ?? 0) < quietFor;

/** A person who said no is left in peace for a month. */
export function dismissInstall(now = Date.now()): void {
  deviceStorage.write(dismissedKey, String(now));
  dismissedNow.set(true);
}

/** The way to install that the menu offers now: only to who has signed in before, and not to who said no. */
function installWay(): InstallWay {
  if (!hasSignedIn() || dismissed(Date.now()) || isInstalled()) return null;
  if (prompt.get() !== null) return 'ask';
  return isIos() ? 'by-hand' : null;
}

/** Opens the browser's question and remembers a no. */
export async function askToInstall(): Promise<void> {
  const question = prompt.get();
  prompt.set(null);
  const answer = await question?.prompt();
  if (answer?.outcome === 'dismissed') dismissInstall();
}

/** The way to install, followed. */
export function useInstallWay(): InstallWay {
  useStore(prompt);
  useStore(dismissedNow);
  useSession();
  return import.meta.env.SSR ? null : installWay();
}
