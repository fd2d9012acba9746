import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { listedBrowsers } from '../../../context/browser/browser-support.ts'
import { detectBrowser } from '../../../context/browser/detect-browser.ts'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './unsupported-browser.module.css'

/** Says which browser this is and which ones are supported; the learner may go on all the same (spec 2 §2). */
const UnsupportedBrowser = ({ onContinue, onCancel }: { onContinue(): void; onCancel(): void }) => {
  const { text, settings, appSettings } = usePlayer()
  const browser = detectBrowser(navigator.userAgent)
  const list = settings.supportedBrowsers.length > 0 ? settings.supportedBrowsers : appSettings.supportedBrowsers
  const here = listedBrowsers(browser, list).filter(
    (entry) => entry.os === undefined || entry.os.some((os) => os.toLowerCase() === browser.os.toLowerCase()),
  )
  const names = here.map(({ display, name }) => display ?? name)
  const facts = [
    [text('exam.unsupportedBrowser'), browser.display],
    [text('exam.unsupportedVersion'), browser.version],
    [text('exam.unsupportedSystem'), browser.os],
    [text('exam.unsupportedAgent'), browser.userAgent],
  ]
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <h1 className={styles.title}>{text('exam.unsupportedTitle')}</h1>
        <p>
          {text('exam.unsupportedText', {
            browser: browser.display,
            version: browser.version,
            supported: names.length > 0 ? names.join(', ') : text('exam.unsupportedNone'),
          })}
        </p>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {names.length > 0 && (
          <>
            <h2 className={styles.subtitle}>{text('exam.unsupportedList', { system: browser.os })}</h2>
            <ul className={styles.list}>
              {here.map(({ name, display, include }) => (
                <li key={name}>{`${display ?? name} ${include.join(', ')}`}</li>
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
