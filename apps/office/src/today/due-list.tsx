import type { TodayEntry } from '@sitwell/contract'
import { useOfficeTexts } from '@sitwell/office-ui/office-texts.tsx'
import { StatusMark, type StatusTone } from '@sitwell/office-ui/status-mark.tsx'
import { useOffice } from '../office-context.tsx'
import sectionStyles from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { timeLeft } from './due-time.ts'
import { targetOf, whenText } from './entry-text.ts'
import styles from './today.module.css'

const urgencyOf = ({ isToday, deadline }: TodayEntry) => {
  if (isToday) return 'today.isToday'
  return deadline === undefined ? 'today.isOpen' : 'today.isLater'
}

const tones = { 'today.isToday': 'late', 'today.isLater': 'idle', 'today.isOpen': 'idle' } as const satisfies Record<
  string,
  StatusTone
>

const When = ({ entry, asOfMs }: { readonly entry: TodayEntry; readonly asOfMs: number }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { is, deadline } = entry
  if (deadline === undefined) return null
  const { unit, count } = timeLeft(Date.parse(deadline), asOfMs)
  return (
    <p className={sectionStyles.small}>
      <time dateTime={deadline}>{text(whenText(is), { time: moment(deadline) })}</time>
      <span aria-hidden="true"> · </span>
      <span>{text(`today.left.${unit}`, { count })}</span>
    </p>
  )
}

const Entry = ({
  entry,
  asOfMs,
  leadsTo,
}: {
  readonly entry: TodayEntry
  readonly asOfMs: number
  leadsTo(path: string): boolean
}) => {
  const { text } = useOffice()
  const { is, count, name = '', role, isAtLeast } = entry
  const urgency = urgencyOf(entry)
  const target = targetOf(entry, leadsTo)
  return (
    <li className={styles.entry}>
      <div className={styles.mark}>
        <StatusMark tone={tones[urgency]} text={text(urgency)} />
      </div>
      <div className={styles.body}>
        <p className={styles.what}>{text(`today.is.${is}`, { count, name, role: role ? text(`office.role.${role}`) : '' })}</p>
        {isAtLeast && <p className={sectionStyles.small}>{text('today.more')}</p>}
        <When entry={entry} asOfMs={asOfMs} />
      </div>
      {target && leadsTo(target.to) && (
        <OfficeLink to={target.to} className={styles.go}>
          {text(target.text)}
        </OfficeLink>
      )}
    </li>
  )
}

/** What needs the person, the most urgent first. `leadsTo`: whether an address shows a page to them. */
export const DueList = ({
  entries,
  asOfMs,
  leadsTo,
}: {
  readonly entries: readonly TodayEntry[]
  readonly asOfMs: number
  leadsTo(path: string): boolean
}) => {
  const { text } = useOfficeTexts()
  return (
    <Section title={text('today.due')}>
      {entries.length === 0 ? (
        <p className={sectionStyles.quiet}>{text('today.nothing')}</p>
      ) : (
        <ul className={sectionStyles.list}>
          {entries.map((entry, index) => (
            <Entry key={`${entry.is} ${entry.examGuid ?? index}`} entry={entry} asOfMs={asOfMs} leadsTo={leadsTo} />
          ))}
        </ul>
      )}
    </Section>
  )
}
