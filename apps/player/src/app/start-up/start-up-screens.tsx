import type { SupportedBrowser } from '@sitwell/contract'
import { useEffect } from 'react'
import { listedBrowsers } from '../../api/browser/browser-support.ts'
import { detectBrowser } from '../../api/browser/detect-browser.ts'
import { networkErrorTexts } from '../../api/network-error-texts.ts'
import { Card } from '../../ui/card.tsx'
import { NetworkErrorCard } from '../../ui/network-error-card.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { text, textOrDefault } from './default-text.ts'
import styles from './start-up-screens.module.css'

const useTitle = (title: string) => {
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

const Rules = ({
  label,
  rules,
  none,
}: {
  readonly label: string
  readonly rules: readonly string[]
  readonly none: string
}) => (
  <p className={styles.rules}>
    {label}: {rules.length === 0 ? none : rules.join(', ')}
  </p>
)

export const UnsupportedBrowser = ({
  userAgent,
  supported,
}: {
  readonly userAgent: string
  readonly supported: readonly SupportedBrowser[]
}) => {
  const current = detectBrowser(userAgent)
  const title = text('browser.notSupportedTitle', { browser: current.display, version: current.version })
  useTitle(title)
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.plain}>
        <h1>{title}</h1>
        <p>{text('browser.notSupportedText')}</p>
        <p>{text('browser.listIntro')}</p>
        <ul className={styles.browsers}>
          {listedBrowsers(current, supported).map((entry) => (
            <li key={entry.name}>
              <strong>{entry.display ?? entry.name}</strong>
              <Rules label={text('browser.include')} rules={entry.include} none={text('browser.anyVersion')} />
              <Rules label={text('browser.exclude')} rules={entry.exclude} none={text('browser.none')} />
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}
