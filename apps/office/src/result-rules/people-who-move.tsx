import type { ResultRulesRow } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import styles from './result-rules.module.css'
import { figuresText } from './rules-text.ts'
import { ScrolledList } from './scrolled-list.tsx'

/** Whom a change moves, from what to what. */
export const PeopleWhoMove = ({
  rows,
  hasMore,
  isReadingMore,
  onMore,
}: {
  readonly rows: readonly ResultRulesRow[]
  readonly hasMore: boolean
  readonly isReadingMore: boolean
  onMore(): void
}) => {
  const { text, language } = useOffice()
  return (
    <>
      <ScrolledList label={text('rules.who')}>
        {rows.map(({ userID, firstName, lastName, before, after }) => (
          <li key={userID}>
            <span className={styles.person}>{nameOf({ firstName, lastName, username: String(userID) })}</span>
            <span className={styles.figures}>
              {text('rules.fromTo', {
                from: figuresText(before, text, language.code),
                to: figuresText(after, text, language.code),
              })}
            </span>
          </li>
        ))}
      </ScrolledList>
      {hasMore && (
        <Button className={density.press} isPending={isReadingMore} onPress={onMore}>
          {text('rules.more')}
        </Button>
      )}
    </>
  )
}
