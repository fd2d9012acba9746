import { useId } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './many-people.module.css'

/** People with what there is to say of each, and how many they are; nothing if there are none. A long list scrolls. */
export const NamedList = ({
  title,
  items,
}: {
  readonly title: string
  readonly items: readonly { readonly id: string; readonly words: string }[]
}) => {
  const { text } = useOffice()
  const id = useId()
  if (items.length === 0) return null
  return (
    <div>
      <h3 id={id} className={styles.title}>
        {text('many.counted', { what: title, count: items.length })}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <ul aria-labelledby={id} tabIndex={0} className={styles.list}>
        {items.map(({ id: key, words }) => (
          <li key={key}>
            <bdi>{words}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
