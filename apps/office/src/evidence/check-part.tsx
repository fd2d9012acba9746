import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import styles from './evidence.module.css'
import { aboutText } from './evidence-text.ts'
import { type SittingName, useChecking } from './use-evidence.ts'

/** The check of everything that is kept, on request, and the replay as a file. */
export const CheckPart = ({ sitting, mayVerify }: { readonly sitting: SittingName; readonly mayVerify: boolean }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { under, problem, verified, saved, verify, replay } = useChecking(sitting)
  const findings = verified?.checked.reduce((sum, one) => sum + one.findings.length, 0) ?? 0
  const said =
    verified &&
    (findings === 0
      ? text('evidence.verified', { time: moment(verified.asOf) })
      : text('evidence.findings', { count: findings, time: moment(verified.asOf) }))
  const doing = under && text(under === 'verify' ? 'evidence.verifying' : 'evidence.replaying')
  // What came last: a check forgets that a replay was saved.
  const done = saved === undefined ? said : text('evidence.replayed', { file: saved })
  const line = doing ?? done ?? ''
  return (
    <>
      <div className={styles.form}>
        <p className={styles.words}>{text('evidence.check.words')}</p>
        <div className={styles.acts}>
          {mayVerify && (
            <Button className={density.press} isPending={under === 'verify'} isDisabled={under === 'replay'} onPress={verify}>
              {text('evidence.verify')}
            </Button>
          )}
          <Button className={density.press} isPending={under === 'replay'} isDisabled={under === 'verify'} onPress={replay}>
            {text('evidence.replay')}
          </Button>
        </div>
        <p role="status">{line}</p>
        {problem !== undefined && <Problem>{problem}</Problem>}
      </div>
      {verified && (
        <ul className={styles.lines}>
          {verified.checked.map(({ about, says, findings: found }) => (
            <li key={about} className={styles.line}>
              <p>
                <b>{aboutText(about, text)}</b>{' '}
                <span>{found.length === 0 ? text('evidence.fits') : text('evidence.fitsNot', { count: found.length })}</span>
              </p>
              {/* The words of the server are English, as those of `sitwell verify`. */}
              {(found.length === 0 ? [says] : found).map((words) => (
                <p key={words} className={styles.words} lang="en" dir="ltr">
                  {words}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
