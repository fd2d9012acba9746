import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import type { RefusedMark } from '../device/device-store.ts'
import type { MarkingDevice } from '../device/marking-device.ts'
import styles from './page.module.css'

/** Why the server took no mark, in words. */
const reasonText = (reason: string) => {
  if (reason === 'NOT_FOUND' || reason === 'NOT_ALLOWED') return 'marking.refused.gone'
  return reason === 'INVALID_REQUEST' || reason === 'INVALID_ANSWER' ? 'marking.refused.invalid' : 'marking.refused.other'
}

/** Marks that the server refused for good: each stays here until its marker has decided what becomes of it. */
export const RefusedMarks = ({
  refused,
  device,
  onOpen,
}: {
  readonly refused: readonly RefusedMark[]
  readonly device: Pick<MarkingDevice, 'sendAgain' | 'drop'>
  /** Shows the response, to mark it anew. */
  onOpen(mark: RefusedMark['mark']): void
}) => {
  const { text, reportError } = useOffice()
  const [asked, setAsked] = useState<string>()
  if (refused.length === 0) return null
  return (
    <section aria-label={text('marking.refused')} className={classNames(density.compact, styles.refused)}>
      <h3 className={styles.small}>{text('marking.refused')}</h3>
      <ul className={styles.list}>
        {refused.map((one) => (
          <li key={one.key} className={styles.refusedMark}>
            <p role="alert">{text(reasonText(one.reason), { code: one.mark.code, reason: one.reason })}</p>
            <div className={styles.acts}>
              <Button className={density.press} onPress={() => onOpen(one.mark)}>
                {text('marking.openResponse', { code: one.mark.code })}
              </Button>
              <Button className={density.press} onPress={() => void device.sendAgain(one).catch(reportError)}>
                {text('marking.sendAgain')}
              </Button>
              {asked === one.key ? (
                <Button
                  variant="danger"
                  className={density.press}
                  isIrreversible
                  onPress={() => void device.drop(one).catch(reportError)}
                >
                  {text('marking.dropNow', { code: one.mark.code })}
                </Button>
              ) : (
                <Button className={density.press} onPress={() => setAsked(one.key)}>
                  {text('marking.drop')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
