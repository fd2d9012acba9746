import styles from '@sitwell/app-shell/visitor-bar.module.css'
import { Icon } from '@sitwell/ui/icon.tsx'
import { isSupported } from '../../context/browser/browser-support.ts'
import { detectBrowser } from '../../context/browser/detect-browser.ts'
import { useVisitor } from '../../context/player-context.tsx'
import { useShell } from './shell-context.tsx'

/**
 * Says before the sign-in that this organisation's exams don't support the browser: its list is known by then, and minutes
 * before an exam would be late to find out. Only a hint: the exam itself checks again.
 */
const BrowserNotice = () => {
  const { text, settings } = useVisitor()
  const browser = detectBrowser(useShell().player.environment.userAgent)
  if (isSupported(browser, settings.supportedBrowsers)) return null
  return (
    <p role="status" className={styles.notice}>
      <Icon name="alert" />
      <span>
        {text('browser.notice', {
          browser: browser.display || text('browser.unknown'),
          version: browser.version || text('browser.unknownVersion'),
        })}
      </span>
    </p>
  )
}

export default BrowserNotice
