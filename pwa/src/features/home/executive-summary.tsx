import { messages } from '../../shared/messages.ts';
import { Counter } from './counter.tsx';
import classes from './executive-summary.module.css';
import section from './section.module.css';

/** Four figures about the company, counted up when they come into view. */
export function ExecutiveSummary() {
  return (
    <section className={classes.section} aria-labelledby="summary-title">
      <div className={section.inner}>
        <h2 id="summary-title" className={section.title}>
          Executive summary
        </h2>
        <p className={classes.lead}>Tools from our workshop are at work all over the world.</p>
        <dl className={classes.figures}>
          {messages.home.counters.map(({ value, suffix, label }) => (
            <div key={label} className={classes.figure}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.value}>
                <Counter value={value} suffix={suffix} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
