import { officeResponsesBehind, type ResponseBehind } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import type { Behind } from './behind.ts'
import styles from './responses-list.module.css'

/** What the statistics are of. */
export interface StatisticsPlace {
  readonly examGuid: string
  readonly version?: number
  readonly deliveryID?: string
}

const rowsOf = ({ responses }: { readonly responses: readonly ResponseBehind[] }) => responses
const keyOf = ({ formRunGUID }: ResponseBehind) => formRunGUID

const Person = ({
  of: { person, deliveryID },
  leadsTo,
}: {
  readonly of: ResponseBehind
  leadsTo(path: string): boolean
}): ReactNode => {
  const { text } = useOffice()
  if (!person) return <span className={styles.quiet}>{text('statistics.erased')}</span>
  const path = deliveryID === undefined ? '' : `/results/${encodeURIComponent(deliveryID)}/people/${person.userID}`
  return path !== '' && leadsTo(path) ? <OfficeLink to={path}>{nameOf(person)}</OfficeLink> : <span>{nameOf(person)}</span>
}

/** The responses that a figure is of, with the people who gave them. It takes the focus as it comes, since somebody asked for it. */
export const ResponsesList = ({
  title,
  place,
  questionID,
  behind: { figure, option, fifth },
  leadsTo,
}: {
  readonly title: string
  readonly place: StatisticsPlace
  readonly questionID: string
  readonly behind: Behind
  leadsTo(path: string): boolean
}) => {
  const { api, text, language } = useOffice()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const query = {
    ...place,
    questionID,
    ...(figure && { figure }),
    ...(option && { option: option.id }),
    ...(fifth && { fifth }),
  }
  const { rows, activity, total, hasMore, more, again } = usePages(api, { call: officeResponsesBehind, query, rowsOf, keyOf })
  return (
    <section aria-labelledby={id} className={styles.list}>
      <h3 ref={heading} id={id} tabIndex={-1} className={styles.title}>
        {title}
      </h3>
      {activity === 'loading' && <p role="status">{text('statistics.responses.loading')}</p>}
      {(activity === 'failed' || activity === 'failedMore') && (
        <div className={styles.failed}>
          <Problem>{text('statistics.responses.failed')}</Problem>
          <Button className={density.press} onPress={again}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      {total !== undefined && (
        <p role="status" className={styles.quiet}>
          {text('statistics.responses.count', { count: total })}
        </p>
      )}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.formRunGUID} className={styles.row}>
            <span className={styles.person}>
              <Person of={row} leadsTo={leadsTo} />
            </span>
            <span className={styles.marks}>
              {row.marks === undefined
                ? text(`statistics.state.${row.state}`)
                : text('statistics.responses.marks', { marks: row.marks.toLocaleString(language.code) })}
            </span>
            {row.answer !== undefined && (
              <span className={styles.answer} dir="auto">
                {row.answer}
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button className={density.press} isPending={activity === 'loadingMore'} onPress={more}>
          {text('statistics.responses.more')}
        </Button>
      )}
    </section>
  )
}
