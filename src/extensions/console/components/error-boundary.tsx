import { Component, type ComponentChildren } from 'preact';
import { ErrorBox } from './states.js';

/** Contains errors in a view, so that they do not affect other parts of the page. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {};

  static override getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? (
      this.props.children
    ) : (
      <ErrorBox error={error} retry={() => this.setState({ error: undefined })} />
    );
  }
}
