import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Component, type ContextType, type ErrorInfo, type ReactNode } from 'react'
import styles from './error-boundary.module.css'
import { StartUpWordsContext } from './start-up/start-up-words.ts'

interface Props {
  readonly children: ReactNode
  /** The page that is shown: another one gets a new chance, while one that works keeps its state. */
  readonly page?: string
  onError(error: unknown, info?: string): void
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/** A mistake while drawing: the server is told, and the learner sees words instead of an empty page. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  static override contextType = StartUpWordsContext
  declare context: ContextType<typeof StartUpWordsContext>
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError(error, `render${info.componentStack ?? ''}`)
  }

  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.page !== this.props.page) this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    if (this.context === undefined) return null
    const { text } = this.context
    return (
      <Page align="centre" width="card">
        <Card width="card" className={styles.card}>
          <div role="alert">
            {/* What had the focus is gone with the page. */}
            <h1 ref={takeFocus} tabIndex={-1}>
              {text('crash.title')}
            </h1>
            <p>{text('crash.text')}</p>
          </div>
          <Button variant="primary" onPress={() => location.reload()}>
            {text('networkError.retry')}
          </Button>
        </Card>
      </Page>
    )
  }
}
