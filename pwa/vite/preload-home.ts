import type { Plugin } from 'vite';

const homePage = /features\/home\/home-page\.tsx$/;

/**
 * Most visits begin at the home page. Its code is named in index.html, so that the browser fetches it beside the shop's
 * frame instead of after it. Other pages lose a few kB once, before the service worker holds everything.
 */
export function preloadHome(): Plugin {
  return {
    name: 'karigar-preload-home',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && homePage.test(file.facadeModuleId ?? ''),
        );
        if (chunk === undefined) return [];
        return [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${chunk.fileName}`, crossorigin: true },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
