import { networkErrorTexts } from '@sitwell/app-core/network-error-texts'
import { Card } from '@sitwell/ui/card.tsx'
import { NetworkErrorCard } from '@sitwell/ui/network-error-card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { type ReactNode, useEffect } from 'react'
import styles from './start-up-screens.module.css'
import { useStartUpWords } from './start-up-words.ts'

export const useTitle = (title: string) => {
  useEffect(() => {
    document.title = title
  }, [title])
}

/** The same as what `index.html` shows before anything is loaded, so that nothing moves when this takes its place. */
export const Initializing = () => {
  const { text } = useStartUpWords()
  useTitle(text('app.name'))
  return (
    <main id="main" tabIndex={-1} className="boot">
      <div role="status">
        <span className="boot-spinner" aria-hidden="true" />
        <p>{text('app.initializing')}</p>
      </div>
      <p className="boot-slow">{text('app.slow')}</p>
    </main>
  )
}

/** Why the start failed, for as long as it is tried again. `children`: where the app leads from here. */
export const InitializeError = ({
  details,
  appVersion = '',
  children,
}: {
  readonly details: string
  readonly appVersion?: string | undefined
  readonly children?: ReactNode
}) => {
  const { text, textOrDefault } = useStartUpWords()
  const texts = networkErrorTexts({ text, textOrDefault, appSettings: { appVersion } })
  useTitle(texts.title)
  return (
    <Page align="centre" width="card">
      <NetworkErrorCard texts={texts} details={details}>
        {children}
      </NetworkErrorCard>
    </Page>
  )
}

/** No organisation has this address. */
export const ClientNotFound = ({ children }: { readonly children?: ReactNode }) => {
  const { text } = useStartUpWords()
  useTitle(text('client.notFoundTitle'))
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.plain}>
        <h1>{text('client.notFoundTitle')}</h1>
        <p>{text('client.notFoundText')}</p>
        {children}
      </Card>
    </Page>
  )
}
