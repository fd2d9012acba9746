import styles from '../option/option-list.module.css'
import type { Option } from '../option/public-option.ts'
import type { PanelProps } from '../panel-props.ts'

/** An option with its tick box; the row is the target as a whole. */
export const TickRow = ({
  option,
  isTicked,
  onToggle,
  disabled,
  renderHtml,
}: Pick<PanelProps, 'disabled' | 'renderHtml'> & {
  readonly option: Option
  readonly isTicked: boolean
  onToggle(isTicked: boolean): void
}) => (
  <label className={styles.row} data-selected={isTicked || undefined} data-disabled={disabled || undefined}>
    <span className={`${styles.mark} ${styles.square}`}>
      <input
        type="checkbox"
        className={styles.input}
        checked={isTicked}
        disabled={disabled}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <svg viewBox="0 0 18 18" className={styles.tick} aria-hidden="true">
        <path
          d="M3.5 9.5 7.5 13.5 14.5 5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
    <div className={styles.text}>{renderHtml(option.text)}</div>
  </label>
)
