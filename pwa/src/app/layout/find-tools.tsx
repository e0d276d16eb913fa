import { longest } from '@karigar/bff/written-text';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import classes from './find-tools.module.css';

/**
 * Finds tools from every page: the page of all tools opens with the words in its address, as the form itself would do before its
 * script is there. Where the header has no room, a button opens the field below it.
 */
export function FindTools({ buttonClass }: { buttonClass: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page folds the field away
  useEffect(() => setOpen(false), [pathname]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    const search = field.current?.value.trim() ?? '';
    void navigate({ pathname: paths.tools, search: search && `?${new URLSearchParams({ search })}` });
  };
  return (
    <>
      <button
        ref={toggle}
        type="button"
        className={`${buttonClass} ${classes.toggle}`}
        aria-expanded={open}
        aria-controls="find-tools"
        aria-label="Find a tool"
        onClick={() => {
          // Phones show their keyboard only for a focus within the tap.
          flushSync(() => setOpen(!open));
          field.current?.focus();
        }}
      >
        <IconSearch size={20} aria-hidden />
      </button>
      <search id="find-tools" className={classes.place} data-open={open || undefined}>
        <form action={paths.tools} className={classes.form} onSubmit={find}>
          <input
            ref={field}
            type="search"
            name="search"
            aria-label="Find a tool"
            placeholder="Find a tool"
            maxLength={longest.search}
            className={classes.field}
            onKeyDown={({ key }) => {
              if (key !== 'Escape' || !open) return;
              flushSync(() => setOpen(false));
              toggle.current?.focus();
            }}
          />
          <button type="submit" className={buttonClass} aria-label="Find">
            <IconSearch size={20} aria-hidden />
          </button>
        </form>
      </search>
    </>
  );
}
