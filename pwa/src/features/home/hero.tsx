import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { messages } from '../../shared/messages.ts';
import classes from './hero.module.css';
import small from './hero-drill-480.avif';
import medium from './hero-drill-800.avif';
import fallback from './hero-drill-800.webp';
import large from './hero-drill-1200.avif';
import home from './home.module.css';

/** The first thing a visitor sees; 'Learn More' leads to the tools below. */
export function Hero({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  return (
    <section className={`${home.section} ${home.beside} ${classes.hero}`} aria-labelledby="hero-title">
      <div className={classes.words}>
        <p className={classes.overline}>Home-essential tools, made in Bangladesh</p>
        <h1 ref={heading} id="hero-title" className={classes.title} tabIndex={-1}>
          {messages.home.hero}
        </h1>
        <p className={classes.lead}>
          Honest tools for people who mend, build and make. Balanced in the hand, priced by the piece, and
          sent straight from our workshop.
        </p>
        <Button component="a" href="#our-tools" size="lg" className={classes.action}>
          {messages.home.learnMore}
        </Button>
      </div>
      <div className={classes.frame}>
        <picture>
          <source
            type="image/avif"
            srcSet={`${small} 480w, ${medium} 800w, ${large} 1200w`}
            sizes="(min-width: 62em) 46vw, (min-width: 48em) 92vw, 30vw"
          />
          <img
            className={classes.picture}
            src={fallback}
            width={1200}
            height={900}
            alt="A green cordless drill with marigold details"
            fetchPriority="high"
          />
        </picture>
      </div>
    </section>
  );
}
