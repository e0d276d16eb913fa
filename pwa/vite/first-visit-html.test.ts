import { describe, expect, it } from 'vitest';
import { filesOf, firstVisitHtml, importedAtStart } from './first-visit-html.ts';

const manifest = {
  '_react.js': { file: 'assets/react.js' },
  'home.tsx': { file: 'assets/home.js', imports: ['_react.js', '_card.js'], css: ['assets/home.css'] },
  'frame.tsx': { file: 'assets/frame.js', imports: ['_react.js'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'] },
};
const index =
  '<head><link rel="modulepreload" href="/assets/react.js"></head><body><div id="root"></div></body>';

describe('the HTML of a first visit', () => {
  it('knows the files of modules with all that they import, each once', () => {
    expect(filesOf(manifest, ['frame.tsx', 'home.tsx'])).toEqual({
      scripts: ['assets/react.js', 'assets/frame.js', 'assets/card.js', 'assets/home.js'],
      styles: ['assets/card.css', 'assets/home.css'],
    });
    expect(() => filesOf(manifest, ['gone.tsx'])).toThrow('gone.tsx');
  });

  it('names what the entry imports while it starts the shop', () => {
    const built = {
      'index.html': { file: 'index.js', imports: ['_entry.js'], dynamicImports: ['open-shop.tsx'] },
      '_entry.js': { file: 'entry.js', dynamicImports: ['database.ts'] },
    };
    expect(importedAtStart(built, 'index.html')).toEqual(['open-shop.tsx', 'database.ts']);
  });

  it('names what the page does not name already', () => {
    const html = firstVisitHtml(index, filesOf(manifest, ['home.tsx']), null);
    expect(html.match(/react\.js/g)).toHaveLength(1);
    expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/card.css">');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/home.js">');
    expect(html).toContain('<div id="root"></div>');
  });

  it('holds the prerendered page, which nobody can press, and keeps the scripts for after it', () => {
    const html = firstVisitHtml(index, { scripts: ['assets/home.js'], styles: [] }, '<h1>$& $1</h1>');
    expect(html).toContain('<div id="root"><div data-prerendered inert><h1>$& $1</h1></div></div>');
    expect(html).toContain('<link rel="deferred" crossorigin href="/assets/home.js">');
  });
});
