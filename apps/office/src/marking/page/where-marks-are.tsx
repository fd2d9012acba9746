import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { useOffice } from '../../office-context.tsx'
import type { MarksHere } from '../device/marking-device.ts'
import styles from './page.module.css'

/** Whether marks are being sent. That is not announced (`aria-busy`). Their place after arrival, or that they wait, is announced once for each mark. */
export const isSending = ({ waiting, isOffline, refused, isKept }: MarksHere): boolean =>
  isKept && !isOffline && waiting.length > 0 && refused.length === 0

/** Where this person's marks are: on the server, or on this device alone. */
export const WhereMarksAre = ({ marks }: { readonly marks: MarksHere }) => {
  const { text } = useOffice()
  const { waiting, isOffline, sent, refused, isKept } = marks
  const here = waiting.length
  if (!isKept && here > 0) return <StatusMark tone="bad" text={text('marking.notKept', { here })} />
  // This page knows of no mark that an earlier one has sent: it doesn't call that none.
  if (isOffline && here > 0)
    return (
      <StatusMark tone="late" text={sent === 0 ? text('marking.onlyHere', { here }) : text('marking.here', { here, sent })} />
    )
  if (refused.length > 0) return <StatusMark tone="bad" text={text('marking.refusedCount', { count: refused.length })} />
  if (here > 0)
    return (
      <StatusMark
        tone="idle"
        text={sent === 0 ? text('marking.onlySending', { here }) : text('marking.sending', { here, sent })}
      />
    )
  return sent === 0 ? (
    <span className={styles.quiet}>{text('marking.noneYet')}</span>
  ) : (
    <StatusMark tone="good" text={text('marking.allSent', { sent })} />
  )
}
