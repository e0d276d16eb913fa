import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { tabStorage } from '../../shared/web-storage.ts';

const key = 'karigar.scroll';
/** How long content may take to come, in milliseconds: that of a slow device on a slow line. */
const patience = 10_000;

/**
 * Gives the first entry of a document a key of its own; called before the router reads it. The router calls each such entry "default",
 * so a page that is opened anew would take over the place of the one before it. The browser keeps the key with the entry: a reload, and
 * "back" from another document, find their place, as they do on any page of the web.
 */
export function nameFirstEntry(): void {
  const state = history.state as { key?: string } | null;
  if (state?.key === undefined)
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

const read = (): Record<string, number> => tabStorage.readJson(key) ?? {};

/** Whether this entry only opened something in the page before it, which stays where it is. */
const keepsScroll = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepsScroll' in state && state.keepsScroll === true;

/**
 * A new page starts at its top; "back" returns to where the page was left, as soon as the content that comes from the
 * saved copy is tall enough, but for ten seconds at most and never against the person's own scrolling.
 */
export function useScrollMemory(): void {
  const { key: entry, hash, state } = useLocation();
  const type = useNavigationType();
  const stays = type !== 'POP' && keepsScroll(state);

  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const wanted = type === 'POP' ? read()[entry] : 0;
    if (hash !== '' && !wanted) {
      document.getElementById(hash.slice(1))?.scrollIntoView();
      return remember(entry);
    }
    // A visit that begins here: the person may have scrolled what the build has drawn, and is left there.
    if (wanted === undefined || stays) return remember(entry);
    const stop = scrollWhenTall(wanted);
    const forget = remember(entry);
    return () => {
      stop();
      forget();
    };
  }, [entry, hash, type, stays]);
}

function scrollWhenTall(wanted: number): () => void {
  const end = new AbortController();
  const stop = () => end.abort();
  const step = () => {
    window.scrollTo(0, wanted);
    if (Math.abs(window.scrollY - wanted) <= 2) stop();
  };
  const growth = new ResizeObserver(step);
  const timer = setTimeout(stop, patience);
  end.signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(event, stop, { signal: end.signal, passive: true });
  growth.observe(document.body);
  step();
  return stop;
}

function remember(entry: string): () => void {
  // Not asked for: that would make the browser lay out the page in the middle of its drawing. A scroll tells.
  let latest = 0;
  const note = () => {
    latest = window.scrollY;
  };
  const keep = () => tabStorage.write(key, JSON.stringify({ ...read(), [entry]: latest }));
  const leave = () => {
    // The browser tells of a scroll with its next frame only, which a document that is left may not have any more.
    note();
    keep();
  };
  window.addEventListener('scroll', note, { passive: true });
  window.addEventListener('pagehide', leave);
  return () => {
    keep();
    window.removeEventListener('scroll', note);
    window.removeEventListener('pagehide', leave);
  };
}
