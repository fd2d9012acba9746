import type { SupportedBrowser } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import type { ReactNode } from 'react'
import { offeredBrowsers, rulesOf } from '../../../context/browser/browser-support.ts'
import { detectBrowser } from '../../../context/browser/detect-browser.ts'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './unsupported-browser.module.css'

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Rules as `>120`, which read from left to right in every language. */
const Versions = ({ rules }: { readonly rules: readonly string[] }) => <bdi dir="ltr">{rules.join(', ')}</bdi>

const OtherBrowser = ({ entry }: { readonly entry: SupportedBrowser }) => {
  const { text } = usePlayer()
  const { include, exclude } = rulesOf(entry)
  return (
    <li>
      <span>{entry.display ?? entry.name}</span> {include.length > 0 && <Versions rules={include} />}
      {exclude.length > 0 && (
        <>
          <span>{` – ${text('browser.exclude')}: `}</span>
          <Versions rules={exclude} />
        </>
      )}
    </li>
  )
}

/** Shows the current browser and the supported ones on this operating system; the learner may continue anyway (spec 2 §2). */
const UnsupportedBrowser = ({ onContinue, onCancel }: { onContinue(): void; onCancel(): void }) => {
  const { text, settings, appSettings } = usePlayer()
  const browser = detectBrowser(navigator.userAgent)
  const list = settings.supportedBrowsers.length > 0 ? settings.supportedBrowsers : appSettings.supportedBrowsers
  const { own, others } = offeredBrowsers(browser, list)
  // Without others, the learner can still update this one.
  const sameBrowser = own && `${browser.display} ${own.include.join(', ')}`.trim()
  const names =
    others.length > 0 ? others.map(({ display, name }) => display ?? name) : [sameBrowser ?? text('exam.unsupportedNone')]
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <h1 className={styles.title}>{text('exam.unsupportedTitle')}</h1>
        <p>
          {text('exam.unsupportedText', {
            browser: browser.display,
            version: browser.version,
            supported: names.join(', '),
          })}
        </p>
        <dl className={styles.facts}>
          <Fact name={text('exam.unsupportedBrowser')}>{browser.display}</Fact>
          <Fact name={text('exam.unsupportedVersion')}>{browser.version}</Fact>
          {own && (
            <Fact name={text('browser.include')}>
              {own.include.length > 0 ? <Versions rules={own.include} /> : text('browser.anyVersion')}
            </Fact>
          )}
          {own && own.exclude.length > 0 && (
            <Fact name={text('browser.exclude')}>
              <Versions rules={own.exclude} />
            </Fact>
          )}
          <Fact name={text('exam.unsupportedSystem')}>{browser.os}</Fact>
          <Fact name={text('exam.unsupportedAgent')}>{browser.userAgent}</Fact>
        </dl>
        {others.length > 0 && (
          <>
            <h2 className={styles.subtitle}>{text('exam.unsupportedList', { system: browser.os })}</h2>
            <ul className={styles.list}>
              {others.map((entry) => (
                <OtherBrowser key={JSON.stringify(entry)} entry={entry} />
              ))}
            </ul>
          </>
        )}
        <div className={styles.actions}>
          {settings.proctoringMode !== 1 && <Button onPress={onCancel}>{text('exam.cancel')}</Button>}
          <Button variant="primary" onPress={onContinue}>
            {text('exam.continue')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}

export default UnsupportedBrowser
