import { useEffect } from 'react'
import { networkErrorTexts } from '../../api/network-error-texts.ts'
import { Card } from '../../ui/card.tsx'
import { NetworkErrorCard } from '../../ui/network-error-card.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { text, textOrDefault } from './default-text.ts'
import styles from './start-up-screens.module.css'

export const useTitle = (title: string) => {
  useEffect(() => {
    document.title = title
  }, [title])
}

export const Initializing = () => {
  useTitle(text('app.name'))
  return (
    <Page align="centre" width="card">
      <div className={styles.waiting} role="status">
        <Spinner />
        <p>{text('app.initializing')}</p>
      </div>
    </Page>
  )
}

export const InitializeError = ({ details, appVersion }: { readonly details: string; readonly appVersion: string }) => {
  const texts = networkErrorTexts({ text, textOrDefault, appSettings: { appVersion } })
  useTitle(texts.title)
  return (
    <Page align="centre" width="card">
      <NetworkErrorCard texts={texts} details={details} />
    </Page>
  )
}

export const ClientNotFound = () => {
  useTitle(text('client.notFoundTitle'))
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.plain}>
        <h1>{text('client.notFoundTitle')}</h1>
        <p>{text('client.notFoundText')}</p>
      </Card>
    </Page>
  )
}
