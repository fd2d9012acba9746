import { Icon } from '@sitwell/ui/icon.tsx'
import styles from './upload.module.css'

/** Why files that were chosen are not sent; read out as it comes. */
export const FileProblems = ({ problems }: { readonly problems: readonly string[] }) => (
  <div role="alert">
    {problems.length > 0 && (
      <ul className={styles.problems}>
        {problems.map((one) => (
          <li key={one} className={styles.problem}>
            <Icon name="alert" className={styles.icon} />
            <span>{one}</span>
          </li>
        ))}
      </ul>
    )}
  </div>
)
