import type { MarkingItem } from '@sitwell/contract'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { useEffect, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import styles from './page.module.css'

/** Milliseconds between two looks at the clock. */
const lookMs = 10_000

/** What the server has said of the claim of a response: nothing here guesses more. */
export const ClaimLine = ({ item }: { readonly item: MarkingItem }) => {
  const { text, language, nowMs } = useOffice()
  const { timeZone } = useOfficeTexts()
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), lookMs)
    return () => clearInterval(timer)
  }, [nowMs])
  const { claim, state } = item
  if (claim === undefined) return state === 'marked' ? null : <p className={styles.quiet}>{text('marking.notHeld')}</p>
  const untilMs = Date.parse(claim.until)
  const time = new Intl.DateTimeFormat(language.code, { timeZone, timeStyle: 'short' }).format(untilMs)
  return <p className={styles.quiet}>{text(untilMs > now ? 'marking.heldUntil' : 'marking.wasHeldUntil', { time })}</p>
}
