import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/**
 * A button that shows that its work runs (`loading`). Meanwhile it takes no press, its form's Enter key included, but keeps the
 * focus, which the browser takes from a disabled button: who works with the keyboard stays where they were.
 */
export function LoadingButton({
  loading = false,
  onClick,
  ...props
}: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  if (!loading || props.disabled === true) return <Button loading={loading} onClick={onClick} {...props} />;
  return (
    <Button
      loading
      onClick={(event) => event.preventDefault()}
      renderRoot={({ disabled: _, ...root }: ComponentProps<'button'>) => (
        <button aria-disabled aria-busy {...root} />
      )}
      {...props}
    />
  );
}
