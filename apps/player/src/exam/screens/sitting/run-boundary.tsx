import { Component, type ErrorInfo, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  onError(error: unknown, info: string): void
}

/**
 * Catches an error in a screen of the running exam, such as code that can't be loaded. The sitting around it stays, so that answers
 * are still sent. The parent has to replace the screens, because this shows nothing any more.
 */
export class RunBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError(error, `render${info.componentStack ?? ''}`)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
