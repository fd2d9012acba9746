import { StatusMark } from '@sitwell/office-ui/status-mark.tsx'
import { useOffice } from '../../office-context.tsx'
import type { MarksHere } from '../device/marking-device.ts'
import styles from './page.module.css'

/** Where this person's marks are: on the server, or on this device alone. Announced when it changes in kind, not with each mark. */
export const WhereMarksAre = ({ marks }: { readonly marks: MarksHere }) => {
  const { text } = useOffice()
  const { waiting, isOffline, sent, refused, isKept } = marks
  const here = waiting.length
  if (!isKept && here > 0) return <StatusMark tone="bad" text={text('marking.notKept', { here })} />
  if (isOffline && here > 0) return <StatusMark tone="late" text={text('marking.here', { here, sent })} />
  if (refused.length > 0) return <StatusMark tone="bad" text={text('marking.refusedCount', { count: refused.length })} />
  if (here > 0) return <StatusMark tone="idle" text={text('marking.sending', { here, sent })} />
  return sent === 0 ? (
    <span className={styles.quiet}>{text('marking.noneYet')}</span>
  ) : (
    <StatusMark tone="good" text={text('marking.allSent', { sent })} />
  )
}
