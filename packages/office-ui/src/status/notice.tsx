import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './notice.module.css'

/** What came of the last act, announced as it comes; its place is there before. It stays until it is closed or another follows. */
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
