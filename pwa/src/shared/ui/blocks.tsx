import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import classes from './blocks.module.css';

type BlockProps = ComponentProps<'form'> & {
  as?: 'article' | 'aside' | 'div' | 'figure' | 'form' | 'li' | 'section';
};

/** A bordered box that holds one topic of a page. */
export function Card({ as = 'section', className = '', ...props }: BlockProps) {
  const Tag = as as 'form';
  return <Tag className={`${classes.card} ${className}`} {...props} />;
}

/** A tinted box that tells the person something; `ask`: it waits for them to do something; `bad`: something failed. */
export function Note({
  as = 'div',
  tone,
  className = '',
  ...props
}: BlockProps & { tone?: 'calm' | 'ask' | 'bad' }) {
  const Tag = as as 'form';
  return <Tag className={`${classes.note} ${className}`} data-tone={tone} {...props} />;
}

/** The place of what went wrong with a form; it is read out as it comes. */
export const Fault = (props: ComponentProps<'div'>) => (
  <div role="alert" {...props} className={classes.fault} />
);

/**
 * Two parts side by side on a wide screen, above one another on others. `shares` as of `grid-template-columns`; `besideMenu`: the
 * dashboard's menu takes a part of the screen.
 */
export const Columns = ({
  shares = 'repeat(2, minmax(0, 1fr))',
  besideMenu = false,
  ...props
}: ComponentProps<'div'> & { shares?: string; besideMenu?: boolean }) => (
  <div
    {...props}
    className={classes.columns}
    style={{ '--columns': shares } as CSSProperties}
    data-beside-menu={besideMenu || undefined}
  />
);

/** As many boxes side by side as have room for the width `least`. */
export function Grid({
  as = 'div',
  least,
  ...props
}: ComponentProps<'ol'> & { as?: 'div' | 'ol'; least: string }) {
  const Tag = as as 'ol';
  return <Tag {...props} className={classes.grid} style={{ '--least': least } as CSSProperties} />;
}

/** Fields below one another, which can be disabled together. */
export const Fields = (props: ComponentProps<'fieldset'>) => (
  <fieldset {...props} className={classes.fields} />
);

/** Names with their values; a value of null or undefined leaves its name out. */
export const Facts = ({
  of,
  layout = 'rows',
}: {
  of: Record<string, ReactNode>;
  layout?: 'rows' | 'columns' | 'text';
}) => (
  <dl className={classes.facts} data-layout={layout}>
    {Object.entries(of).map(
      ([name, value]) =>
        value !== null &&
        value !== undefined && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
