import type { ManifestOptions } from 'vite-plugin-pwa';

/** The install manifest: what the home screen shows. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Karigar: tools made by hand',
  short_name: 'Karigar',
  description: 'Hand tools made in Bangladesh. Browse and order, even without a network.',
  lang: 'en',
  start_url: '/?source=home-screen',
  scope: '/',
  display: 'standalone',
  theme_color: '#0b5d4e',
  background_color: '#fbf8f3',
  categories: ['shopping'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    {
      src: '/screenshots/home-narrow.jpg',
      sizes: '780x1688',
      type: 'image/jpeg',
      form_factor: 'narrow',
      label: 'The shop on a phone',
    },
    {
      src: '/screenshots/home-wide.jpg',
      sizes: '1280x800',
      type: 'image/jpeg',
      form_factor: 'wide',
      label: 'The shop on a computer',
    },
  ],
  shortcuts: [
    {
      name: 'Orders',
      description: 'What you have ordered, and where it is',
      url: '/dashboard/myorders',
      icons: [{ src: '/icons/shortcut-orders.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Tools',
      description: 'All tools of the shop',
      url: '/tools',
      icons: [{ src: '/icons/shortcut-tools.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
};
