import type { MarkerReturn } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import pageStyles from '../page/page.module.css'
import styles from './recall.module.css'
import { useRecall } from './use-recall.ts'

/** What the caller returned in the last 24 hours, each to be taken back as far as nobody did anything since. */
export const LatelyReturned = ({
  returns,
  onDone,
}: {
  readonly returns: readonly MarkerReturn[]
  onDone(notice: string): void
}) => {
  const { text, language } = useOffice()
  const { timeZone } = useOfficeTexts()
  const { takeBack, close, problem, isPending } = useRecall()
  const [chosen, setChosen] = useState<string>()
  const one = returns.find(({ operation }) => operation === chosen)
  const format = new Intl.DateTimeFormat(language.code, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const leave = () => {
    setChosen(undefined)
    close()
  }
  return (
    <section aria-labelledby="lately-returned" className={styles.part}>
      <h2 id="lately-returned" className={styles.title}>
        {text('marking.recall.lately')}
      </h2>
      <ul className={styles.list}>
        {returns.map(({ operation, at, reason, returned, untouched }) => {
          const time = format.format(Date.parse(at))
          return (
            <li key={operation} className={styles.line}>
              <div className={styles.words}>
                <p className={pageStyles.quiet}>{time}</p>
                <p>{text('marking.recall.line', { count: returned, reason })}</p>
                {untouched === 0 && <p className={pageStyles.quiet}>{text('marking.recall.takeBackNone')}</p>}
              </div>
              {untouched > 0 && (
                <Button
                  className={density.press}
                  aria-label={text('marking.recall.takeBackOf', { time })}
                  onPress={() => setChosen(operation)}
                >
                  {text('marking.recall.takeBack')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {one && (
        <ConfirmDialog
          title={text('marking.recall.takeBackTitle')}
          consequences={[
            text('marking.recall.takeBackCount', { count: one.untouched }),
            ...(one.returned > one.untouched
              ? [text('marking.recall.takeBackRest', { count: one.returned - one.untouched })]
              : []),
          ]}
          confirm={text('marking.recall.takeBack')}
          asksReason
          isPending={isPending}
          problem={problem}
          onConfirm={(reason) =>
            void takeBack(one.operation, reason, (count) => {
              leave()
              onDone(text('marking.recall.tookBack', { count }))
            })
          }
          onClose={leave}
        />
      )}
    </section>
  )
}
