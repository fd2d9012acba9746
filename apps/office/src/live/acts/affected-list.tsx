import type { LiveReason, LiveRow } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useId } from 'react'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { failureText } from '../../people/failure-text.ts'
import { nameOf } from '../../people/person-name.ts'
import { leftText } from '../times.ts'
import { useClockText } from '../use-clock-text.ts'
import styles from './acts.module.css'
import type { ActPreview, PreviewedPerson } from './use-act-preview.ts'

interface Named {
  readonly person: PreviewedPerson
  readonly name: string
}

/** What would come of an act for one person. */
const becomesText = ({ person, name }: Named, text: OfficeText, clock: (atMs: number) => string): string => {
  if (person.endsAt !== undefined) return text('live.affected.ends', { name, time: clock(Date.parse(person.endsAt)) })
  if (person.leftMs !== undefined) return text('live.affected.left', { name, time: leftText(person.leftMs, text) })
  if (person.closesAt !== undefined) return text('live.affected.closes', { name, time: clock(Date.parse(person.closesAt)) })
  return name
}

const People = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <div>
      <h3 id={id} className={styles.part}>
        {title}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <ul aria-labelledby={id} tabIndex={0} className={styles.people}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and none moves
          <li key={place}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many an act would concern, in a sentence or two. */
const saidOf = (preview: ActPreview, text: OfficeText): string => {
  if (preview.is === 'loading') return text('live.affected.loading')
  if (preview.is !== 'shown') return text('live.affected.none')
  const refused = preview.people.filter(({ outcome }) => outcome === 'refused').length
  const will = preview.people.filter(({ outcome }) => outcome === 'applied' || outcome === 'pending').length
  return [
    text('live.affected.will', { count: will }),
    ...(refused > 0 ? [text('live.affected.not', { count: refused })] : []),
  ].join(' ')
}

const reasonsIn = (people: readonly Named[]): readonly LiveReason[] => [
  ...new Set(people.map(({ person }) => person.reason ?? 'cannot')),
]

/** Before an act: who will be affected, and what comes of it for each; and who will not, and why. */
export const AffectedList = ({
  preview,
  rows,
  onAgain,
}: {
  readonly preview: ActPreview
  readonly rows: ReadonlyMap<string, LiveRow>
  onAgain(): void
}) => {
  const { text } = useOffice()
  const clock = useClockText()
  const nameById = (rowID: string) => {
    const row = rows.get(rowID)
    return row === undefined ? '–' : nameOf(row)
  }
  if (preview.is === 'failed')
    return (
      <div className={styles.failed}>
        <Problem>{failureText(preview.failure, text)}</Problem>
        <Button className={density.press} onPress={onAgain}>
          {text('table.retry')}
        </Button>
      </div>
    )
  const named = preview.is === 'shown' ? preview.people.map((person) => ({ person, name: nameById(person.rowID) })) : []
  const of = (...outcomes: readonly string[]) => named.filter(({ person }) => outcomes.includes(person.outcome))
  const [will, stand, not] = [of('applied', 'pending'), of('unchanged'), of('refused')]
  return (
    <div className={styles.affected}>
      <div role="status" className={styles.said}>
        {saidOf(preview, text)}
      </div>
      <People title={text('live.affected.willTitle')} lines={will.map((one) => becomesText(one, text, clock))} />
      <People title={text('live.affected.standTitle')} lines={stand.map(({ name }) => name)} />
      {reasonsIn(not).map((reason) => (
        <People
          key={reason}
          title={text('live.affected.notBecause', { reason: text(`live.reason.${reason}`) })}
          lines={not.filter(({ person }) => (person.reason ?? 'cannot') === reason).map(({ name }) => name)}
        />
      ))}
    </div>
  )
}
