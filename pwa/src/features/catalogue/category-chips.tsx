import { Chip } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import classes from './tools-page.module.css';

interface CategoryChipsProps {
  categories: readonly string[];
  /** The category in the shop's spelling, '' for all. One that no tool has any more is shown all the same, so that it can be left. */
  chosen: string;
  onChoose: (category: string) => void;
}

/** The categories side by side, of which one is chosen: radio buttons to keyboards and screen readers. Nothing where there are none. */
export function CategoryChips({ categories, chosen, onChoose }: CategoryChipsProps) {
  const label = useId();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => {
      const chip = row.current?.querySelector(`input[value="${CSS.escape(chosen)}"] + label`);
      if (!row.current || !chip) return;
      const [outer, inner] = [row.current.getBoundingClientRect(), chip.getBoundingClientRect()];
      // The row alone scrolls: `scrollIntoView` would scroll the page as well.
      row.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
    };
    show();
    // A font that comes later makes the chips wider.
    void document.fonts?.ready?.then(show);
  }, [chosen]);
  const shown = chosen === '' || categories.includes(chosen) ? categories : [...categories, chosen];
  if (shown.length === 0) return null;
  return (
    <Chip.Group value={chosen} onChange={onChoose}>
      <div ref={row} role="radiogroup" aria-labelledby={label} className={classes.categories}>
        <span id={label} hidden>
          Category
        </span>
        {['', ...shown].map((category) => (
          <Chip key={category} value={category} size="md" classNames={{ label: classes.category ?? '' }}>
            {category || 'All'}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  );
}
