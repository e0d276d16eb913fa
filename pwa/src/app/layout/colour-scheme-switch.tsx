import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Light or dark, whatever the system says; the choice is remembered on this device. */
export function ColourSchemeSwitch({ className }: { className: string }) {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  return (
    <button
      type="button"
      className={className}
      aria-label={dark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
