import type { Erasure } from '@sitwell/contract'
import { useId } from 'react'
import { useOffice } from '../office-context.tsx'
import styles from './person-data.module.css'

interface Item {
  readonly id: string
  readonly words: string
  readonly count: number | undefined
}

const List = ({ title, items }: { readonly title: string; readonly items: readonly Item[] }) => {
  const { text } = useOffice()
  const id = useId()
  return (
    <div>
      <h3 id={id} className={styles.listTitle}>
        {title}
      </h3>
      <ul aria-labelledby={id} className={styles.list}>
        {items.map(({ id: key, words, count }) => (
          <li key={key}>{count === undefined ? words : text('data.counted', { what: words, count })}</li>
        ))}
      </ul>
    </div>
  )
}

const isSome = ({ count }: { readonly count?: number | undefined }) => count !== 0

/** What an erasure takes away, and what stays and why. What there is none of isn't listed. */
export const ErasureLists = ({ erasure: { erased, kept } }: { readonly erasure: Erasure }) => {
  const { text } = useOffice()
  return (
    <>
      <List
        title={text('data.erased')}
        items={erased.filter(isSome).map(({ what, count }) => ({ id: what, words: text(`data.erased.${what}`), count }))}
      />
      <List
        title={text('data.kept')}
        items={kept.filter(isSome).map(({ what, count }) => ({ id: what, words: text(`data.kept.${what}`), count }))}
      />
    </>
  )
}
