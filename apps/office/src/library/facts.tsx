import { Fragment, type ReactNode } from 'react'
import styles from '../people/section.module.css'

/** Pairs of a term and what it is. */
export const Facts = ({ of }: { readonly of: readonly (readonly [term: string, is: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of.map(([term, is]) => (
      <Fragment key={term}>
        <dt>{term}</dt>
        <dd>{is}</dd>
      </Fragment>
    ))}
  </dl>
)
