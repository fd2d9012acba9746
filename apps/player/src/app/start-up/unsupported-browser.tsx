import plain from '@sitwell/app-shell/start-up/start-up-screens.module.css'
import { useTitle } from '@sitwell/app-shell/start-up/start-up-screens.tsx'
import { useStartUpWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useState } from 'react'
import { listedBrowsers, rulesOf } from '../../context/browser/browser-support.ts'
import { detectBrowser } from '../../context/browser/detect-browser.ts'
import type { PlayerApp } from '../create-player.ts'
import { mayUseAnyBrowser } from './any-browser.ts'
import styles from './start-up-screens.module.css'

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
    <span>{`${label}: `}</span>
    <bdi dir={rules.length === 0 ? undefined : 'ltr'}>{rules.length === 0 ? none : rules.join(', ')}</bdi>
  </p>
)

/** Which browsers may be used, where this one may not (spec 1 §2). Loaded only then. A proctored learner may continue anyway. */
const UnsupportedBrowser = ({ player }: { readonly player: PlayerApp }) => {
  const { environment, session, store } = player
  const { userAgent } = environment
  const supported = store.get().appSettings?.supportedBrowsers ?? []
  const { text } = useStartUpWords()
  const [isProctored] = useState(() => mayUseAnyBrowser(player))
  const goOn = () => {
    session.anyBrowser.set({})
    environment.reload()
  }
  const current = detectBrowser(userAgent)
  const title = text('browser.notSupportedTitle', {
    browser: current.display || text('browser.unknown'),
    version: current.version || text('browser.unknownVersion'),
  })
  useTitle(title)
  return (
    <Page align="centre" width="card">
      <Card width="card" className={plain.plain}>
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
        {isProctored && (
          <>
            <p>{text('proctoring.anyBrowser')}</p>
            <Button variant="primary" onPress={goOn}>
              {text('proctoring.continue')}
            </Button>
          </>
        )}
      </Card>
    </Page>
  )
}

export default UnsupportedBrowser
