import type { QuestionStatisticsRow, QuestionTimeRow } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { type Behind, behindFields, behindText, readBehind, writeBehind } from './behind.ts'
import { FifthsTable } from './fifths-table.tsx'
import { FigureButton } from './figure-button.tsx'
import { figureText } from './figure-text.ts'
import { ResponsesList, type StatisticsPlace } from './responses-list.tsx'
import styles from './statistics.module.css'
import { timeText } from './time-text.ts'

const Time = ({ time }: { readonly time: QuestionTimeRow | undefined }) => {
  const { text, language } = useOffice()
  if (time === undefined) return null
  const at = (ms: number) => timeText(ms, language.code)
  return (
    <p className={styles.quiet}>
      {time.time === 'too-few'
        ? text('statistics.time.tooFew', { count: time.people })
        : text('statistics.time.of', {
            ...{ median: at(time.time.medianMs), lower: at(time.time.lowerMs), upper: at(time.time.upperMs) },
            count: time.people,
          })}
    </p>
  )
}

/** How many people the figures of a question are of, and how many they leave out. */
const Counts = ({
  question: { people, facility, omitted, notReached, unmarked },
  onShow,
}: {
  readonly question: QuestionStatisticsRow
  onShow(behind: Behind): void
}) => {
  const { text, language } = useOffice()
  const counts = [
    ['counted', 'people', people],
    ['omitted', 'omitted', omitted],
    ['not-reached', 'notReached', notReached],
    ['waiting', 'unmarked', unmarked],
  ] as const
  return (
    <dl className={styles.counts}>
      <div>
        <dt>{text('statistics.facility')}</dt>
        <dd>
          <FigureButton
            figure={figureText(facility, text, language.code)}
            people={people}
            of={{ figure: 'counted' }}
            onShow={onShow}
          />
        </dd>
      </div>
      {counts.map(([figure, title, count]) => (
        <div key={figure}>
          <dt>{text(`statistics.${title}`)}</dt>
          <dd>
            <FigureButton figure={count.toLocaleString(language.code)} people={count} of={{ figure }} onShow={onShow} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** All that the statistics know of one question, and from each figure the way to the responses behind it, which the address holds. */
export const QuestionFigures = ({
  question,
  time,
  place,
  leadsTo,
}: {
  readonly question: QuestionStatisticsRow
  readonly time: QuestionTimeRow | undefined
  readonly place: StatisticsPlace
  leadsTo(path: string): boolean
}) => {
  const { text } = useOffice()
  const [named, change] = useAddressQuery(behindFields)
  // A figure that is pressed again takes the focus to its list.
  const [asked, setAsked] = useState(0)
  const behind = readBehind(question, named)
  const show = (next: Behind) => {
    setAsked((before) => before + 1)
    void change(writeBehind(next))
  }
  return (
    <>
      <Time time={time} />
      <Counts question={question} onShow={show} />
      {question.options.length === 0 && <p className={styles.quiet}>{text('statistics.options.none')}</p>}
      <FifthsTable question={question} onShow={show} />
      <p>
        <Button className={density.press} onPress={() => show({})}>
          {text('statistics.responses.all')}
        </Button>
      </p>
      {behind && (
        <ResponsesList
          key={`${asked} ${JSON.stringify(named)}`}
          title={behindText(behind, text)}
          place={place}
          questionID={question.id}
          behind={behind}
          leadsTo={leadsTo}
        />
      )}
    </>
  )
}
