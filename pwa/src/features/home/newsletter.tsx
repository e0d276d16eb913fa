import { Button } from '@mantine/core';
import { messages } from '../../shared/messages.ts';
import classes from './newsletter.module.css';
import section from './section.module.css';

/** A box for the newsletter; it sends nothing yet. A plain input: the library's would be 4 kB of the first load. */
export function Newsletter() {
  return (
    <section className={`${section.inner} ${classes.section}`} aria-labelledby="newsletter-title">
      <div>
        <h2 id="newsletter-title" className={classes.title}>
          News from the workshop
        </h2>
        <p className={classes.lead}>New tools and care tips, now and then.</p>
      </div>
      <form className={classes.form} onSubmit={(event) => event.preventDefault()}>
        <input
          className={classes.field}
          type="text"
          name="newsletter"
          aria-label="Email for the newsletter"
          placeholder="you@example.com"
          autoComplete="email"
        />
        <Button type="submit" size="md" variant="default">
          {messages.home.subscribe}
        </Button>
      </form>
    </section>
  );
}
