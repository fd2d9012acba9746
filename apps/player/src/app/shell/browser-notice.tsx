import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useState } from 'react'
import { useVisitor } from '../../context/player-context.tsx'
import { useShell } from './shell-context.tsx'
import styles from './visitor-bar.module.css'

/**
 * Says before the sign-in that this organisation's exams don't support the browser: its list is known by then, and minutes
 * before an exam would be late to find out.
 */
export const BrowserNotice = () => {
  const { text, settings } = useVisitor()
  const { userAgent } = useShell().player.environment
  const [browser, setBrowser] = useState<{ readonly display: string; readonly version: string }>()
  const list = settings.supportedBrowsers
  useEffect(() => {
    if (list.length === 0) return
    let isGone = false
    const look = async () => {
      const [{ isSupported }, { detectBrowser }] = await Promise.all([
        import('../../context/browser/browser-support.ts'),
        import('../../context/browser/detect-browser.ts'),
      ])
      const found = detectBrowser(userAgent)
      if (!isGone && !isSupported(found, list)) setBrowser(found)
    }
    // Only a hint: the exam itself looks again.
    look().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [list, userAgent])
  if (browser === undefined) return null
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
