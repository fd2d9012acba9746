import type { ReportedUploadLoss } from '@sitwell/contract'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useOffice } from '../../office-context.tsx'
import styles from './report.module.css'

/** What was lost, and why: the kind in words and with a mark, so that nobody has to tell colours apart. */
export const LossList = ({ losses }: { readonly losses: readonly (ReportedUploadLoss & { readonly place?: string })[] }) => {
  const { text } = useOffice()
  return (
    <ul className={styles.losses}>
      {losses.map(({ loss, what, why, place }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be lost twice
        <li key={at} className={styles.loss} data-loss={loss}>
          <Icon name={loss === 'nothing' ? 'info' : 'alert'} className={styles.icon} />
          <div className={styles.words}>
            <p className={styles.kind}>{text(`library.loss.${loss}`)}</p>
            {place !== undefined && (
              <p className={styles.place}>
                <bdi>{place}</bdi>
              </p>
            )}
            <p lang="en" dir="auto">
              {what}
            </p>
            <p lang="en" dir="auto" className={styles.why}>
              {why}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
