import { Component, type ReactNode } from 'react';

/** Draws `fallback` in the place of children that throw while they are drawn or whose code does not load. */
export class ErrorBoundary extends Component<
  { children: ReactNode; fallback: (error: unknown) => ReactNode },
  { failed: { error: unknown } | null }
> {
  override state: { failed: { error: unknown } | null } = { failed: null };

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } };
  }

  override render() {
    const { failed } = this.state;
    return failed === null ? this.props.children : this.props.fallback(failed.error);
  }
}
