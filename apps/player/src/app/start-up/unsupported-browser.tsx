import type { SupportedBrowser } from '@sitwell/contract'
import { listedBrowsers, rulesOf } from '../../api/browser/browser-support.ts'
import { detectBrowser } from '../../api/browser/detect-browser.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './start-up-screens.module.css'
import { useTitle } from './start-up-screens.tsx'
import { useStartUpWords } from './start-up-words.ts'

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
    {label}: {rules.length === 0 ? none : <bdi dir="ltr">{rules.join(', ')}</bdi>}
  </p>
)

/** Which browsers may be used, where this one may not (spec 1 §2). Loaded only then. */
const UnsupportedBrowser = ({
  userAgent,
  supported,
}: {
  readonly userAgent: string
  readonly supported: readonly SupportedBrowser[]
}) => {
  const { text } = useStartUpWords()
  const current = detectBrowser(userAgent)
  const title = text('browser.notSupportedTitle', {
    browser: current.display || text('browser.unknown'),
    version: current.version || text('browser.unknownVersion'),
  })
  useTitle(title)
  return (
    <Page align="centre" width="card">
      <Card width="card" className={styles.plain}>
        <h1>{title}</h1>
        <p>{text('browser.notSupportedText')}</p>
        <p>{text('browser.listIntro')}</p>
        <ul className={styles.browsers}>
          {listedBrowsers(current, supported)
            .map((entry) => ({ ...entry, ...rulesOf(entry) }))
            .map(({ name, display, include, exclude }) => (
              <li key={`${name} ${display}`}>
                <strong>{display ?? name}</strong>
                <Rules label={text('browser.include')} rules={include} none={text('browser.anyVersion')} />
                <Rules label={text('browser.exclude')} rules={exclude} none={text('browser.none')} />
              </li>
            ))}
        </ul>
      </Card>
    </Page>
  )
}

export default UnsupportedBrowser
