import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './notice.module.css'

/**
 * The outcome of the last action. Screen readers announce it; the element exists before the text appears. It stays until it is
 * closed or another one follows.
 */
export const Notice = ({ children, onClose }: { readonly children: string | undefined; onClose(): void }) => {
  const { text } = useOfficeTexts()
  return (
    <div role="status">
      {children !== undefined && (
        <div className={classNames(density.compact, styles.notice)}>
          <Icon name="check" className={styles.icon} />
          <span className={styles.text}>{children}</span>
          <button type="button" className={styles.close} aria-label={text('table.close')} onClick={onClose}>
            <Icon name="close" className={styles.cross} />
          </button>
        </div>
      )}
    </div>
  )
}
