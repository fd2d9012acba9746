import { useId } from 'react'
import styles from '../results.module.css'

/** People of an act with what there is to say of each; nothing if there are none. A long list scrolls. */
export const ConcernedList = ({
  title,
  items,
}: {
  readonly title: string
  readonly items: readonly { readonly id: string; readonly words: string }[]
}) => {
  const id = useId()
  if (items.length === 0) return null
  return (
    <div>
      <h3 id={id} className={styles.listTitle}>
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <ul aria-labelledby={id} tabIndex={0} className={styles.people}>
        {items.map(({ id: key, words }) => (
          <li key={key}>
            <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
