import type { DeliveryState } from '@sitwell/contract'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { useResultFocus } from '../people/use-result-focus.ts'
import { AttendanceDialog } from './attendance-dialog.tsx'
import styles from './exam-day.module.css'
import { SlipsDialog } from './slips-dialog.tsx'

/** The attendance list and the slips of a delivery, which staff print before the exam. */
export const PapersPart = ({ delivery }: { readonly delivery: DeliveryState }) => {
  const { text } = useOffice()
  const [dialog, setDialog] = useState<'attendance' | 'slips'>()
  const [notice, setNotice] = useState<string>()
  const result = useResultFocus(notice, dialog)
  const { counts, mayChange, rules } = delivery
  if (Object.values(counts).every((count) => count === 0)) return null
  const done = (words: string) => {
    setDialog(undefined)
    setNotice(words)
  }
  const open = (which: 'attendance' | 'slips') => {
    setNotice(undefined)
    setDialog(which)
  }
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{text('examDay.papers')}</h2>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      </div>
      <div className={styles.acts}>
        <Button className={styles.press} onPress={() => open('attendance')}>
          {text('examDay.attendance.open')}
        </Button>
        {mayChange && rules.passwords === 'pin' && (
          <Button className={styles.press} onPress={() => open('slips')}>
            {text('examDay.slips.open')}
          </Button>
        )}
      </div>
      {dialog === 'attendance' && <AttendanceDialog delivery={delivery} onDone={done} onClose={() => setDialog(undefined)} />}
      {dialog === 'slips' && <SlipsDialog delivery={delivery} onDone={done} onClose={() => setDialog(undefined)} />}
    </section>
  )
}
